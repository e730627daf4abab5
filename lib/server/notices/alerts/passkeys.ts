import { z } from "zod";
import type { Instant } from "#lib/contract/time.ts";
import { incident } from "./alert.ts";

type Copied = { source: string; at: Instant; caused_by: null; facts: { user_id: string } };

const COPIED = `
  SELECT id::text AS source, at, NULL AS caused_by, jsonb_build_object('user_id', ids ->> 'user_id') AS facts
  FROM audit_log WHERE action = 'passkey.disabled' AND at >= $1 AND outcome = 'done' AND ids ? 'user_id'`;

/** The counter of a passkey went back, so that there is a copy of it: it was disabled. */
export const passkeyCopied = incident({
  kind: "passkey_copied",
  facts: z.strictObject({ user_id: z.uuid() }),
  example: { user_id: "00000000-0000-4000-8000-000000000000" },
  name: { en: "Passkey copied", "es-MX": "Llave de acceso copiada" },
  words: {
    en: () => "A passkey was used whose counter had gone back: there may be a copy of it. It was disabled.",
    "es-MX": () => "Se usó una llave de acceso con un contador atrasado: puede haber una copia. Se desactivó.",
  },
  path: "/audit",
  find: async (tx, { since }) => (await tx.query<Copied>(COPIED, [since])).rows,
});
