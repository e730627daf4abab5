import { setNonce } from "get-nonce";

/** A modal dialog locks the page's scroll with a style element of `react-remove-scroll`, for which the CSP requires a nonce. */
if (typeof document !== "undefined") {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  if (nonce) setNonce(nonce);
}
