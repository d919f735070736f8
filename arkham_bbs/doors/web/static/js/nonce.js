// The page's policy lets in style elements with its nonce only, and no style attributes. xterm.js
// makes both: here its elements get the nonce as they are made, and its attributes go the way the
// policy allows, through the object model. Runs before xterm.js.
(() => {
  const nonce = document.currentScript.nonce;
  const create = document.createElement.bind(document);
  document.createElement = (name, options) => {
    const element = create(name, options);
    if (String(name).toLowerCase() === "style") {
      element.nonce = nonce;
    }
    return element;
  };
  const set = Element.prototype.setAttribute;
  HTMLElement.prototype.setAttribute = function setAttribute(name, value) {
    if (name === "style") {
      this.style.cssText = value;
    } else {
      set.call(this, name, value);
    }
  };
})();
