import { z } from "zod";
import type { AuditAction } from "#lib/contract/audit/audit.ts";
import { AUDIT_FILTER } from "#lib/contract/audit/audit-filter.ts";
import type { ThresholdKind } from "#lib/contract/notices/alert-settings.ts";
import { REVEAL_KINDS } from "#lib/contract/secrets/secret.ts";
import type { Client } from "#lib/server/db/database.ts";
import { type Act, type ActRange, type Incident, incident, quoted, UNNAMED } from "./alert.ts";

const EXAMPLE_ID = "00000000-0000-4000-8000-000000000000";

/** Finds acts in the audit trail with the outcome `done`; `condition` and `facts` are SQL on its entries, `$2` the threshold. */
const inTrail = (condition: string, facts = "'{}'::jsonb", kind?: ThresholdKind) => {
  const statement = `
    SELECT id::text AS source, at, user_id AS caused_by, ${facts} AS facts
    FROM audit_log WHERE at >= $1 AND outcome = 'done' AND ${condition}`;
  return async (tx: Client, { since, thresholds }: ActRange) =>
    (await tx.query<Act>(statement, kind ? [since, thresholds[kind]] : [since])).rows;
};

/** Finds accounts with as many openings within an hour as the threshold, once an hour; `opened` is SQL that counts openings. */
const openedMany = (action: string, opened: string, kind: ThresholdKind) => {
  const statement = `
    SELECT concat_ws(' ', user_id, extract(epoch FROM date_trunc('hour', max(at)))) AS source, max(at) AS at,
      user_id AS caused_by, jsonb_build_object('user_id', user_id, 'opened', ${opened}) AS facts
    FROM audit_log WHERE ${action} AND at >= GREATEST($1, now() - interval '1 hour') AND outcome = 'done' AND user_id IS NOT NULL
    GROUP BY user_id HAVING ${opened} >= $2`;
  return async (tx: Client, { begun, thresholds }: ActRange) =>
    (await tx.query<Act>(statement, [begun, thresholds[kind]])).rows;
};

const ABOUT_USER = { facts: z.strictObject({ user_id: z.uuid() }), example: { user_id: EXAMPLE_ID } };

const ITS_USER = "jsonb_build_object('user_id', ids ->> 'user_id')";

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
const EXPORTS = {
  en: { verifications: "verifications", review_decisions: "decisions", audit: "the audit trail" },
  "es-MX": { verifications: "expedientes", review_decisions: "dictámenes", audit: "la bitácora" },
} as const;

/** The entries of the trail with these actions. */
const trailOf = (...action: AuditAction[]): string => `/audit?${AUDIT_FILTER.write({ ...AUDIT_FILTER.empty, action })}`;

/** Acts of accounts that admins hear of, in the order of their list. */
export const INCIDENTS: readonly Incident[] = [
  incident({
    kind: "new_admin",
    ...ABOUT_USER,
    words: {
      en: (_facts, { user, actor } = UNNAMED) =>
        `${user ?? "An account"} has become an administrator${quoted(actor, ", by ", "")}.`,
      "es-MX": (_facts, { user, actor } = UNNAMED) =>
        `${user ?? "Una cuenta"} pasó a ser de administración${quoted(actor, "; el cambio lo hizo ", "")}.`,
    },
    todo: {
      en: "Check in Users that the account should be an administrator.",
      "es-MX": "Revisa en Usuarios que la cuenta deba ser de administración.",
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
    words: {
      en: (_facts, { user } = UNNAMED) =>
        `${user ?? "The administrator who keeps a password"} has signed in with the emergency password, while passwords are switched off.`,
      "es-MX": (_facts, { user } = UNNAMED) =>
        `${user ?? "Quien administra y conserva una contraseña"} entró con la contraseña de emergencia, con las contraseñas desactivadas.`,
    },
    todo: {
      en: "Ask the person. If it was not them, end their sessions and change the password; check the company’s sign-in.",
      "es-MX":
        "Pregunta a la persona. Si no fue ella, cierra sus sesiones y cambia la contraseña; revisa el acceso de la empresa.",
    },
    path: trailOf("session.started"),
    find: inTrail(
      `action = 'session.started' AND after @> '{"break_glass": true}'`,
      "jsonb_build_object('user_id', user_id)",
    ),
  }),
  // The counter of a passkey went back, so a copy exists: the passkey was disabled.
  incident({
    kind: "passkey_copied",
    ...ABOUT_USER,
    words: {
      en: (_facts, { user } = UNNAMED) =>
        `A passkey ${quoted(user, "of ", " ")}was used whose counter had gone back: there may be a copy of it. It was disabled.`,
      "es-MX": (_facts, { user } = UNNAMED) =>
        `Se usó una llave de acceso ${quoted(user, "de ", " ")}con un contador atrasado: puede haber una copia. Se desactivó.`,
    },
    todo: {
      en: "Ask the person about their devices. They remove the passkey and set up another.",
      "es-MX": "Pregunta a la persona por sus dispositivos. Que quite la llave y configure otra.",
    },
    path: trailOf("passkey.disabled"),
    find: inTrail("action = 'passkey.disabled' AND ids ? 'user_id'", ITS_USER),
  }),
  incident({
    kind: "reviews_unassigned",
    facts: z.strictObject({ user_id: z.uuid(), reviews: z.number() }),
    example: { user_id: EXAMPLE_ID, reviews: 7 },
    words: {
      en: ({ reviews }, { user } = UNNAMED) =>
        `The directory has disabled ${user ? `the account of ${user}` : "an account"} or changed its role. Its open reviews (${reviews}) are unassigned now.`,
      "es-MX": ({ reviews }, { user } = UNNAMED) =>
        `El directorio desactivó ${user ? `la cuenta de ${user}` : "una cuenta"} o cambió su rol. Sus revisiones abiertas (${reviews}) quedaron sin asignar.`,
    },
    todo: {
      en: "Assign these reviews to others.",
      "es-MX": "Asigna estas revisiones a otras personas.",
    },
    path: "/review",
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
    words: {
      en: ({ secret, subject_id }, { user, subject } = UNNAMED) =>
        `${user ?? "An account"} viewed ${secret ? SECRETS.en[secret] : "a new key or secret"} ${quoted(subject ?? subject_id, "“", "” ")}again.`,
      "es-MX": ({ secret, subject_id }, { user, subject } = UNNAMED) =>
        `${user ?? "Una cuenta"} volvió a ver ${secret ? SECRETS["es-MX"][secret] : "una clave o un secreto nuevo"}${quoted(subject ?? subject_id, " “", "”")}.`,
    },
    todo: {
      en: "Ask the person why. If it was not them, replace the key or secret.",
      "es-MX": "Pregunta el motivo a la persona. Si no fue ella, reemplaza la clave o el secreto.",
    },
    path: trailOf("reveal.shown"),
    find: inTrail(
      "action = 'reveal.shown'",
      `jsonb_strip_nulls(jsonb_build_object('user_id', user_id, 'secret', after ->> 'kind', 'subject_id',
        coalesce(ids ->> 'api_key_id', ids ->> 'webhook_id', ids ->> 'token_id', ids ->> 'channel_id')))`,
    ),
  }),
  incident({
    kind: "large_export",
    // Earlier releases stored no `of`.
    facts: z.strictObject({ rows: z.number(), of: z.enum(["verifications", "review_decisions", "audit"]).optional() }),
    example: { rows: 4000, of: "verifications" },
    words: {
      en: ({ rows, of }, { actor } = UNNAMED) =>
        `${quoted(actor, "", " exported ")}${rows} rows${of ? ` of ${EXPORTS.en[of]}` : ""}${actor ? "" : " were exported"} at once.`,
      "es-MX": ({ rows, of }, { actor } = UNNAMED) =>
        `${actor ? `${actor} exportó` : "Se exportaron"} ${rows} filas${of ? ` de ${EXPORTS["es-MX"][of]}` : ""} de una vez.`,
    },
    todo: {
      en: "Ask the person what the file is for; the trail has the filter.",
      "es-MX": "Pregunta a la persona para qué es el archivo; la bitácora tiene el filtro.",
    },
    path: trailOf("verifications.exported", "review_decisions.exported", "audit.exported"),
    find: inTrail(
      `action IN ('verifications.exported', 'review_decisions.exported', 'audit.exported')
        AND jsonb_typeof(after -> 'rows') = 'number' AND (after -> 'rows')::bigint >= $2`,
      "jsonb_build_object('rows', (after -> 'rows')::bigint, 'of', split_part(action, '.', 1))",
      "large_export",
    ),
  }),
  incident({
    kind: "many_people_opened",
    facts: z.strictObject({ user_id: z.uuid(), opened: z.number() }),
    example: { user_id: EXAMPLE_ID, opened: 60 },
    words: {
      en: ({ opened }, { user } = UNNAMED) =>
        `${user ?? "One account"} has opened the data of people ${opened} times within an hour.`,
      "es-MX": ({ opened }, { user } = UNNAMED) =>
        `${user ?? "Una cuenta"} consultó datos de personas ${opened} veces en una hora.`,
    },
    todo: {
      en: "Look up in the trail whose data it was, and ask the person for the reason.",
      "es-MX": "Consulta en la bitácora de quién eran los datos y pregunta el motivo a la persona.",
    },
    path: trailOf("people.opened", "curp_pdf.opened"),
    find: openedMany("action IN ('people.opened', 'curp_pdf.opened')", "count(*)", "many_people_opened"),
  }),
  incident({
    kind: "many_files_opened",
    facts: z.strictObject({ user_id: z.uuid(), opened: z.number() }),
    example: { user_id: EXAMPLE_ID, opened: 170 },
    words: {
      en: ({ opened }, { user } = UNNAMED) => `${user ?? "One account"} has opened ${opened} files within an hour.`,
      "es-MX": ({ opened }, { user } = UNNAMED) =>
        `${user ?? "Una cuenta"} consultó ${opened} expedientes en una hora.`,
    },
    todo: {
      en: "Look up in the trail which files were opened, and ask the person for the reason.",
      "es-MX": "Consulta en la bitácora qué expedientes fueron y pregunta el motivo a la persona.",
    },
    path: trailOf("verification.opened"),
    find: openedMany(
      "action = 'verification.opened'",
      "count(DISTINCT ids ->> 'verification_id')",
      "many_files_opened",
    ),
  }),
];
