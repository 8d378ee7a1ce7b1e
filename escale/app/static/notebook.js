/** A notebook as a page: the language switch keeps the lesson and the step, and links find them. */

import "./site.js";
