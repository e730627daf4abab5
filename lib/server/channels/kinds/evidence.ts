import { messageKind } from "#lib/contract/channels/message-kind.ts";
import { messageName } from "#lib/contract/channels/message-names.ts";
import { signedHead } from "#lib/contract/evidence/proofs.ts";

const WORDS = {
  en: { size: "Entries", root: "Root", at: "Time", signature: "Signature" },
  "es-MX": { size: "Entradas", root: "Raíz", at: "Hora", signature: "Firma" },
};

/** The newest head of the evidence log; kept elsewhere, it proves that the log before it is unaltered. */
export const evidenceHead = messageKind({
  payload: signedHead.strict(),
  example: {
    ...{ size: 1_204, root: "0".repeat(64), at: "2026-11-20T17:00:00.123456Z" },
    ...{ signature: "A".repeat(88), public_key: "-----BEGIN PUBLIC KEY-----\n…\n-----END PUBLIC KEY-----\n" },
  },
  message: (head, locale) => {
    const lines = (["size", "root", "at", "signature"] as const).map((name) => `${WORDS[locale][name]}: ${head[name]}`);
    return { title: messageName("evidence_head", locale), lines, path: "/evidence" };
  },
});
