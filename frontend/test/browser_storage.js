/** A browser's storage for tests in Node: keeps texts, and can be full or forbidden. */

/** @param {Record<string, string>} texts */
export function useStorage(texts = {}) {
  const kept = new Map(Object.entries(texts));
  const storage = {
    full: false,
    getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
    setItem(/** @type {string} */ name, /** @type {string} */ text) {
      if (storage.full) throw new Error("QuotaExceededError");
      kept.set(name, text);
    },
  };
  const proxy = new Proxy(storage, {
    get: (target, name) => (name in target ? Reflect.get(target, name) : kept.get(String(name))),
    set(target, name, value) {
      if (name in target) return Reflect.set(target, name, value);
      target.setItem(String(name), String(value));
      return true;
    },
  });
  Object.defineProperty(globalThis, "localStorage", { value: proxy, configurable: true, writable: true });
  return proxy;
}

export function forbidStorage() {
  const get = () => {
    throw new Error("SecurityError");
  };
  Object.defineProperty(globalThis, "localStorage", { get, configurable: true });
}
