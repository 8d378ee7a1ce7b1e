// Made from frontend/src by `make bundle`: change it there.
var REST=1e3;var link=document.querySelector('meta[name="escale-changes"]');async function follow(){for(;;){try{const answer=await fetch(link.content,{cache:"no-store"});if(answer.ok&&await answer.text()==="changed")return location.reload();if(answer.ok)continue}catch{}await new Promise(done=>setTimeout(done,REST))}}follow();
