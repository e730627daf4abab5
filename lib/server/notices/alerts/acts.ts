import { z } from "zod";
import { REVEAL_KINDS } from "#lib/contract/secrets/secret.ts";
import type { Client } from "#lib/server/db/database.ts";
import type { SearchRange } from "#lib/server/notices/kinds/kind.ts";
import { type Act, type AlertNames, type Incident, incident } from "./alert.ts";

const EXAMPLE_ID = "00000000-0000-4000-8000-000000000000";

/** Finds acts in the audit trail with the outcome `done`; `condition` and `facts` are SQL on its entries. */
const inTrail = (condition: string, facts = "'{}'::jsonb") => {
  const statement = `
    SELECT id::text AS source, at, user_id AS caused_by, ${facts} AS facts
    FROM audit_log WHERE at >= $1 AND outcome = 'done' AND ${condition}`;
  return async (tx: Client, { since }: SearchRange) => (await tx.query<Act>(statement, [since])).rows;
};

/** Finds accounts with `many` openings within an hour, once an hour; `opened` is SQL that counts openings. */
const openedMany = (action: string, opened: string, many: number) => {
  const statement = `
    SELECT concat_ws(' ', user_id, extract(epoch FROM date_trunc('hour', max(at)))) AS source, max(at) AS at,
      user_id AS caused_by, jsonb_build_object('user_id', user_id, 'opened', ${opened}) AS facts
    FROM audit_log WHERE ${action} AND at >= GREATEST($1, now() - interval '1 hour') AND outcome = 'done' AND user_id IS NOT NULL
    GROUP BY user_id HAVING ${opened} >= ${many}`;
  return async (tx: Client, { begun }: SearchRange) => (await tx.query<Act>(statement, [begun])).rows;
};

const ABOUT_USER = { facts: z.strictObject({ user_id: z.uuid() }), example: { user_id: EXAMPLE_ID } };

const ITS_USER = "jsonb_build_object('user_id', ids ->> 'user_id')";

/** Rows from which an export is large. */
export const LARGE_EXPORT = 1_000;

/** Openings of people's data by one account within an hour from which an alert is raised. */
export const MANY_OPENED = 50;

/** Files opened by one account within an hour from which an alert is raised; a reviewer reads about sixty. */
export const MANY_FILES = 150;

const UNNAMED: AlertNames = { user: null, subject: null };
const SECRETS = {
  en: {
    api_key: "the new API key",
    webhook_secret: "the new secret of the webhook",
    service_token: "the new service token",
    channel_secret: "the new signing secret of the channel",
  },
  "es-MX": {
    api_key: "la clave de API nueva",
    webhook_secret: "el secreto nuevo del webhook",
    service_token: "el token de servicio nuevo",
    channel_secret: "el secreto de firma nuevo del canal",
  },
} as const;
const quoted = (name: string | undefined, before: string, after: string): string =>
  name === undefined ? "" : `${before}${name}${after} `;

/** Acts of accounts that admins hear of, in the order of their list. */
export const INCIDENTS: readonly Incident[] = [
  incident({
    kind: "new_admin",
    ...ABOUT_USER,
    name: { en: "New administrator", "es-MX": "Nuevo administrador" },
    words: {
      en: () => "An account has become an administrator.",
      "es-MX": () => "Una cuenta pasó a ser de administrador.",
    },
    path: "/users",
    find: inTrail(
      "action IN ('user.added', 'user.changed') AND after ->> 'role' = 'admin' AND before ->> 'role' IS DISTINCT FROM 'admin' AND ids ? 'user_id'",
      ITS_USER,
    ),
  }),
  // While passwords are switched off, the one account that has a password was used.
  incident({
    kind: "break_glass_used",
    ...ABOUT_USER,
    name: { en: "Emergency password used", "es-MX": "Contraseña de emergencia usada" },
    words: {
      en: () => "The administrator who keeps a password has signed in with it, while passwords are switched off.",
      "es-MX": () => "Quien administra y conserva una contraseña entró con ella, con las contraseñas desactivadas.",
    },
    path: "/audit",
    find: inTrail(
      `action = 'session.started' AND after @> '{"break_glass": true}'`,
      "jsonb_build_object('user_id', user_id)",
    ),
  }),
  // The counter of a passkey went back, so a copy exists: the passkey was disabled.
  incident({
    kind: "passkey_copied",
    ...ABOUT_USER,
    name: { en: "Passkey copied", "es-MX": "Llave de acceso copiada" },
    words: {
      en: () => "A passkey was used whose counter had gone back: there may be a copy of it. It was disabled.",
      "es-MX": () => "Se usó una llave de acceso con un contador atrasado: puede haber una copia. Se desactivó.",
    },
    path: "/audit",
    find: inTrail("action = 'passkey.disabled' AND ids ? 'user_id'", ITS_USER),
  }),
  incident({
    kind: "reviews_unassigned",
    facts: z.strictObject({ user_id: z.uuid(), reviews: z.number() }),
    example: { user_id: EXAMPLE_ID, reviews: 7 },
    name: { en: "Reviews without an assignee", "es-MX": "Revisiones sin responsable" },
    words: {
      en: ({ reviews }) =>
        `The directory has disabled an account or changed its role. Its open reviews (${reviews}) are unassigned now.`,
      "es-MX": ({ reviews }) =>
        `El directorio desactivó una cuenta o cambió su rol. Sus revisiones abiertas (${reviews}) quedaron sin asignar.`,
    },
    path: "/audit",
    find: inTrail(
      "action = 'user.changed' AND after ->> 'by' IN ('scim', 'provider') AND after ? 'reviews_given'",
      "jsonb_build_object('user_id', ids ->> 'user_id', 'reviews', (after -> 'reviews_given')::bigint)",
    ),
  }),
  // A key or secret was shown again, which only its maker should need.
  incident({
    kind: "secret_revealed",
    // Earlier releases stored no facts.
    facts: z.strictObject({ user_id: z.uuid(), secret: z.enum(REVEAL_KINDS), subject_id: z.string() }).partial(),
    example: { user_id: EXAMPLE_ID, secret: "api_key", subject_id: "ak_example" },
    name: { en: "Secret shown again", "es-MX": "Secreto mostrado de nuevo" },
    words: {
      en: ({ secret, subject_id }, { user, subject } = UNNAMED) =>
        `${user ?? "An account"} viewed ${secret ? SECRETS.en[secret] : "a new key or secret"} ${quoted(subject ?? subject_id, "“", "”")}again.`,
      "es-MX": ({ secret, subject_id }, { user, subject } = UNNAMED) =>
        `${user ?? "Una cuenta"} volvió a ver ${secret ? SECRETS["es-MX"][secret] : "una clave o un secreto nuevo"}${quoted(subject ?? subject_id, " «", "»").trimEnd()}.`,
    },
    path: "/audit",
    find: inTrail(
      "action = 'reveal.shown'",
      `jsonb_strip_nulls(jsonb_build_object('user_id', user_id, 'secret', after ->> 'kind', 'subject_id',
        coalesce(ids ->> 'api_key_id', ids ->> 'webhook_id', ids ->> 'token_id', ids ->> 'channel_id')))`,
    ),
  }),
  incident({
    kind: "large_export",
    facts: z.strictObject({ rows: z.number() }),
    example: { rows: 4000 },
    name: { en: "Large export", "es-MX": "Exportación grande" },
    words: {
      en: ({ rows }) => `${rows} rows were exported at once.`,
      "es-MX": ({ rows }) => `Se exportaron ${rows} filas de una vez.`,
    },
    path: "/audit",
    find: inTrail(
      `action IN ('verifications.exported', 'review_decisions.exported', 'audit.exported')
        AND jsonb_typeof(after -> 'rows') = 'number' AND (after -> 'rows')::bigint >= ${LARGE_EXPORT}`,
      "jsonb_build_object('rows', (after -> 'rows')::bigint)",
    ),
  }),
  incident({
    kind: "many_people_opened",
    facts: z.strictObject({ user_id: z.uuid(), opened: z.number() }),
    example: { user_id: EXAMPLE_ID, opened: 60 },
    name: { en: "Many people opened", "es-MX": "Muchas personas consultadas" },
    words: {
      en: ({ opened }) => `One account has opened the data of people ${opened} times within an hour.`,
      "es-MX": ({ opened }) => `Una cuenta consultó datos de personas ${opened} veces en una hora.`,
    },
    path: "/audit",
    find: openedMany("action IN ('people.opened', 'curp_pdf.opened')", "count(*)", MANY_OPENED),
  }),
  incident({
    kind: "many_files_opened",
    facts: z.strictObject({ user_id: z.uuid(), opened: z.number() }),
    example: { user_id: EXAMPLE_ID, opened: 170 },
    name: { en: "Many files opened", "es-MX": "Muchos expedientes consultados" },
    words: {
      en: ({ opened }) => `One account has opened ${opened} files within an hour.`,
      "es-MX": ({ opened }) => `Una cuenta consultó ${opened} expedientes en una hora.`,
    },
    path: "/audit",
    find: openedMany("action = 'verification.opened'", "count(DISTINCT ids ->> 'verification_id')", MANY_FILES),
  }),
];
