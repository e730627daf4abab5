import { writeListRows } from "#lib/core/server/projections/summarise.ts";
import type { Pooled } from "#lib/platform/server/db/database.ts";

/** The three years before today, so that a month always holds one row in 36. */
const YEARS = 3;

/** The version of the generator: databases of an older version are made again. */
export const GENERATION = 6;

const TABLES = ["verification_summaries", "verification_list", "file_dates"];

const BATCH = 50_000;

/** The number of verifications with each label, of a thousand: a few labels are frequent, most are rare. */
const LABELS = [
  ["en_revision", 90],
  ["cliente_vip", 60],
  ["alta_prioridad", 45],
  ["persona_moral", 40],
  ["riesgo_medio", 30],
  ["documentos_vencidos", 20],
  ["riesgo_alto", 12],
  ["expediente_migrado", 8],
  ["beneficiario_pendiente", 5],
  ["lista_negra", 1],
  ["requiere_poder", 0.2],
] as const;
const TYPES = [
  ["aa_mx", 300],
  ["ac_mx", 950],
  ["corrupted_file", 12],
  ["csf_mx", 970],
  ["doc_splitter", 60],
  ["pw_mx", 400],
  ["unknown", 25],
  ["custom_type_mx", 0.5],
] as const;
const ERRORS = [
  ["password_protected_pdf", 30],
  ["get_input_file_info_failed", 18],
  ["prevalidation_failed", 15],
  ["unsupported_file_type", 10],
  ["invalid_document_type", 8],
  ["ruleset_validation_failed", 5],
  ["no_splits_returned", 3],
  ["pdf_slice_failed", 1],
  ["misconfigured_custom_item_type", 0.3],
] as const;

/** Company names, with a rare word: most files have been read, and have a title. */
const ACTIVITIES = [
  "Comercializadora",
  "Transportes",
  "Constructora",
  "Distribuidora",
  "Grupo",
  "Logística",
  "Servicios",
];
const PLACES = ["del Bajío", "Sierra Madre", "Tres Ríos", "del Istmo", "Huasteca", "Nueva Galicia", "Valle de Allende"];
const FORMS = ["S.A. de C.V.", "S.A. de C.V.", "S. de R.L. de C.V.", "S.A.P.I. de C.V.", "S.C."];

const oneOf = (values: readonly string[], number: string): string =>
  `(ARRAY['${values.join("', '")}'])[1 + floor(${number} * ${values.length})::int]`;

/** A number in [0, 1) derived from the seed, `n` and `salt`. */
export const random = (seed: number) => (salt: number) =>
  `((hashint8extended(n, ${seed * 1_000 + salt}) & 1073741823) / 1073741824.0)`;

/** An array of the values whose share of a thousand contains the number of each value. */
const chosen = (shares: readonly (readonly [string, number])[], number: (index: number) => string): string =>
  `array_remove(ARRAY[${shares
    .map(([value, share], index) => `CASE WHEN ${number(index)} * 1000 < ${share} THEN '${value}' END`)
    .join(", ")}], NULL)`;

const sorted = (array: string): string =>
  `ARRAY(SELECT entry FROM unnest(${array}) AS entry ORDER BY entry COLLATE "C")`;

/**
 * Verifications like after years of use: nearly all old ones are finished, the unfinished ones are recent except for a few
 * abandoned ones, finished ones have a full file, tags count up by year, and the account was renamed once.
 */
function summaries(count: number, seed: number): string {
  const r = random(seed);
  const errors = sorted(chosen(ERRORS, (index) => r(100 + index)));
  return `
    INSERT INTO verification_summaries (verification_id, account_id, account_name, tag, title, tax_id, created_at, status,
      status_at, documents_status, documents_status_at, findings_high, findings_medium, findings_low, findings_source, items_total,
      items_with_error, item_errors, item_types, labels, label_names, last_activity_at)
    SELECT verification_id, 'acc_1', account_name, tag, title, tax_id, created_at, status, last_activity_at,
      documents_status, last_activity_at, high, medium, low, CASE status WHEN 'finished' THEN 'final' ELSE 'provisional' END,
      6, CASE WHEN cardinality(item_errors) > 0 OR item_types && '{corrupted_file,unknown}'
        THEN cardinality(item_errors) + 1 + extra ELSE 0 END, item_errors,
      item_types, labels, labels, last_activity_at
    FROM (
      SELECT *, LEAST(created_at + patience * CASE WHEN status = 'finished' THEN interval '4 days' ELSE interval '12 days' END,
          date_trunc('hour', now())) AS last_activity_at,
        CASE WHEN status IS NULL THEN NULL WHEN status = 'finished' AND documented < 0.97 THEN 'full_upload'
          WHEN documented < 0.25 THEN 'pending_upload' WHEN documented < 0.6 THEN 'partial_upload'
          WHEN documented < 0.75 THEN 'pending_external' ELSE 'full_upload' END AS documents_status
      FROM (
        SELECT *, CASE
            WHEN fate < 0.002 THEN NULL
            WHEN fate < 0.03 THEN 'error'
            WHEN fate < 0.045 THEN 'pending_validation'
            WHEN fate < CASE WHEN age < interval '20 days' THEN 0.75 ELSE 0.07 END THEN 'pending'
            ELSE 'finished' END AS status
        FROM (
          SELECT n, 'ver_' || substr(md5(n || ':${seed}'), 1, 20) AS verification_id,
            now() - date_trunc('day', now()) + age AS age, date_trunc('day', now()) - age AS created_at,
            CASE WHEN age > interval '2 years' THEN 'Maderas del Sur' ELSE 'Grupo Maderas y Tableros' END AS account_name,
            CASE WHEN ${r(1)} < 0.04 THEN NULL WHEN ${r(1)} < 0.05 THEN 'PILOTO'
              ELSE 'EXP-' || to_char(date_trunc('day', now()) - age, 'YYYY') || '-' || lpad(n::text, 7, '0') END AS tag,
            CASE WHEN ${r(13)} < 0.9 THEN concat(${oneOf(ACTIVITIES, r(14))}, ' ', ${oneOf(PLACES, r(15))}, ' ',
              initcap(translate(substr(md5(n || 'w:${seed}'), 1, 5), '0123456789', 'aeioubglmr')), ', ', ${oneOf(FORMS, r(16))}) END AS title,
            CASE WHEN ${r(13)} < 0.9 THEN upper(translate(substr(md5(n || 'r:${seed}'), 1, 3), '0123456789', 'ghijklmnop'))
              || to_char(date_trunc('day', now()) - interval '30 years' * ${r(17)}, 'YYMMDD') || 'AB' || n % 10 END AS tax_id,
            ${r(2)} AS fate, ${r(3)} AS documented, power(${r(4)}, 3) * 10 AS patience,
            CASE WHEN ${r(5)} < 0.12 THEN 1 + floor(${r(6)} * 4)::int ELSE 0 END AS high,
            CASE WHEN ${r(7)} < 0.25 THEN 1 + floor(${r(8)} * 5)::int ELSE 0 END AS medium,
            CASE WHEN ${r(9)} < 0.3 THEN 1 + floor(${r(10)} * 6)::int ELSE 0 END AS low,
            floor(${r(11)} * 3)::int AS extra,
            CASE WHEN ${r(12)} < 0.002 THEN ${errors} || ('Unexpected failure in step ' || (n % 500)) ELSE ${errors} END AS item_errors,
            ${sorted(chosen(TYPES, (index) => r(300 + index)))} AS item_types,
            ${sorted(chosen(LABELS, (index) => r(200 + index)))} AS labels
          FROM (
            SELECT n, interval '${YEARS} years' * (1 - (n + ${r(20)}) / ${count}.0) AS age
            FROM generate_series(0::bigint, ${count - 1}::bigint) AS n
          ) AS numbered
        ) AS one
      ) AS fated
    ) AS documented`;
}

/** The share of files with a relationship and the dates of eight documents. Few documents have expired. */
const WITH_DATES = 0.1;
const DOCUMENTS = 8;

function dates(count: number, seed: number): string {
  const r = random(seed);
  const today = "CURRENT_DATE";
  return `
    INSERT INTO file_dates (verification_id, expired, too_old, expires_soon, unknown, relation_since, checked_at, next_check_on,
      causes, due_from, due_on, worst)
    SELECT verification_id, range_agg(daterange(day + 1, NULL)), '{}', range_agg(daterange(day - 30, day + 1)),
      CASE WHEN ${r(402)} < 0.2 THEN '{(,)}'::datemultirange ELSE '{}' END,
      ${today} - 1500 + floor(${r(403)} * 1000)::int, checked_on::timestamptz, checked_on + 365,
      jsonb_build_array(jsonb_build_object('cause', 'document', 'document_kind', 'ine', 'name', '{"en": "INE", "es": "INE"}'::jsonb,
        'people_id', NULL, 'due_on', min(day), 'from_on', min(day) - 30, 'backlog', false)),
      min(day) - 30, min(day),
      jsonb_build_array(jsonb_build_object('from', NULL, 'state', 'expired', 'day', min(day), 'document_kind', 'ine',
        'name', '{"en": "INE", "es": "INE"}'::jsonb, 'people_id', NULL))
    FROM (
      SELECT n, 'ver_' || substr(md5(n || ':${seed}'), 1, 20) AS verification_id,
        CASE WHEN ${r(401)} < 0.9 THEN ${today} - floor(${r(404)} * 700)::int END AS checked_on
      FROM generate_series(0::bigint, ${count - 1}::bigint) AS n
    ) AS files CROSS JOIN LATERAL (
      SELECT ${today} - 200 + floor(power((hashint8extended(n, place) & 1073741823) / 1073741824.0, 0.15) * 1500)::int AS day
      FROM generate_series(1, ${DOCUMENTS}) AS place
    ) AS documents
    WHERE ${r(400)} < ${WITH_DATES} GROUP BY n, verification_id, checked_on`;
}

/**
 * Fills an empty, migrated database with `count` verifications derived from `seed` and today's date, which ends their time
 * span, as the drain would have left them. Indexes are made afterwards, which is much faster.
 */
export async function generate({ pool }: Pooled, count: number, seed = 1): Promise<void> {
  await withoutIndexes(pool, TABLES, async () => {
    await pool.query(summaries(count, seed));
    await pool.query(dates(count, seed));
    const { rows } = await pool.query<{ verification_id: string }>(
      "SELECT verification_id FROM verification_summaries",
    );
    const made = rows.map((row) => row.verification_id);
    for (let from = 0; from < made.length; from += BATCH) await writeListRows(pool, made.slice(from, from + BATCH));
  });
  await pool.query(`VACUUM ANALYZE ${TABLES.join(", ")}`);
}

/** Fills tables, whose indexes except the primary keys are made again afterwards. */
export async function withoutIndexes(
  pool: Pooled["pool"],
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = ANY ($1::regclass[]) AND NOT indisprimary`,
    [tables],
  );
  for (const { name } of rows) await pool.query(`DROP INDEX ${name}`);
  await fill();
  for (const { definition } of rows) await pool.query(definition);
}
