import { setNonce } from "get-nonce";

/** A modal dialog holds the page's scroll by a style element of `react-remove-scroll`: the policy wants its nonce. */
if (typeof document !== "undefined") {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  if (nonce) setNonce(nonce);
}
