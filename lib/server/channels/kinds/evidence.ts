import { messageKind } from "#lib/contract/channels/message-kind.ts";
import { signedHead } from "#lib/contract/evidence/proofs.ts";
import { notificationWords } from "#lib/server/i18n/notification-words.ts";

/** The newest head of the evidence log; kept elsewhere, it proves that the log before it is unaltered. */
export const evidenceHead = messageKind({
  payload: signedHead.strict(),
  example: {
    ...{ size: 1_204, root: "0".repeat(64), at: "2026-11-20T17:00:00.123456Z" },
    ...{ signature: "A".repeat(88), public_key: "-----BEGIN PUBLIC KEY-----\n…\n-----END PUBLIC KEY-----\n" },
  },
  message: (head, locale) => {
    const t = notificationWords(locale);
    const lines = (["size", "root", "at", "signature"] as const).map((name) => t(`head.${name}`, head));
    return { title: t("name.evidence_head"), lines, path: "/evidence" };
  },
});
