import type { APIRequestContext } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { monthAfter } from "#lib/insights/contract/report.ts";
import { instantFromMs } from "#lib/platform/contract/time.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";

const ZONE = "America/Mexico_City";
const CURRENT = dateIn(instantFromMs(Date.now()), ZONE).slice(0, 7);
const LAST = monthAfter(CURRENT, -1);
const FILES = 60;
/** More than a report lists. */
const EXCEPTIONS = 45;
const OTHERS = 20;

/** A month of files without facts, so that the worker does not compute them again. */
const SEED = [
  `INSERT INTO verification_summaries (verification_id, tag, title, created_at, status, documents_status)
   SELECT id, 'EXP-' || n, 'Comercializadora de Maderas y Materiales del Sur ' || n || ' SA de CV', at, 'finished', 'full_upload' FROM seeded`,
  `INSERT INTO insight_files (verification_id, rows_digest, completed_at, completed_after)
   SELECT id, '', at, CASE WHEN n > 2 THEN n * 9000 END FROM seeded`,
  `INSERT INTO insight_runs (verification_id, at, source, high, medium, low, findings, messages, missing_fields)
   SELECT id, at, 'final', n % 3, n % 2, 0, n % 3 + n % 2, '{}', '{}' FROM seeded`,
  `INSERT INTO insight_lookups (verification_id, at, people_error, is_corrected)
   SELECT id, at, CASE WHEN n % 9 = 0 THEN 'curp_format_error' END, n % 20 = 1 FROM seeded`,
  `INSERT INTO insight_item_failures (verification_id, at, item_type, item_error)
   SELECT id, at, (ARRAY['pw_mx', 'ac_mx', 'csf_mx'])[n % 3 + 1], 'password_protected_pdf' FROM seeded WHERE n % 4 = 0`,
  `INSERT INTO review_log (verification_id, at, kind, user_name, state, resolution, reason_code, reason, reasons,
     policy_version, digest, differences, handled, request)
   SELECT id, at, 'decided', 'Ana Castillo', 'resolved', CASE WHEN n > ${EXCEPTIONS} THEN 'rejected' ELSE 'accepted' END,
     CASE WHEN n > ${EXCEPTIONS} THEN (ARRAY['no_answer', 'documents_altered', 'powers_insufficient'])[n % 3 + 1] END,
     'Se revisó el original del acta y del poder en la sucursal; el hallazgo se debe a una captura incorrecta del RFC.', '{}', 1,
     encode(sha256(id::bytea), 'hex'), '[]', '[]', '[]' FROM seeded`,
  `INSERT INTO insight_reviews (verification_id, at, kind, resolution, policy_version, took, took_working, is_on_time, exceptions, changes)
   SELECT id, at, 'decided', CASE WHEN n > ${EXCEPTIONS} THEN 'rejected' ELSE 'accepted' END, 1, n * 7000, n * 1000, n % 7 > 0,
     CASE WHEN n > ${EXCEPTIONS} THEN '{}' ELSE '{high_finding,run_not_final}'::text[] END, '{}' FROM seeded`,
  `INSERT INTO insight_reviews (verification_id, at, kind, policy_version, exceptions, changes)
   SELECT id, at + interval '1 day', 'reopened', 1, '{}', '{finding_added,item_problem}' FROM seeded WHERE n <= ${OTHERS}`,
];
const seeded = (statement: string) => `
  WITH seeded AS (
    SELECT n, 'ver_report_' || n AS id, $1::timestamptz + n * interval '11 hours' AS at FROM generate_series(1, ${FILES}) AS n
  ) ${statement}`;

const TABLES = [
  "verification_summaries",
  "insight_files",
  "insight_runs",
  "insight_lookups",
  "insight_item_failures",
  "insight_reviews",
];

async function withDatabase(url: string | undefined, work: (database: Database) => Promise<unknown>): Promise<void> {
  const database = openDatabase(url ?? "", { name: "monthly report's spec" });
  await work(database).finally(() => database.close());
}

test.beforeAll(({ installation }) =>
  withDatabase(installation.database?.url, async ({ pool }) => {
    for (const statement of SEED) await pool.query(seeded(statement), [`${LAST}-01T18:00:00Z`]);
  }),
);

test.afterAll(({ installation }) =>
  withDatabase(installation.database?.url, async ({ pool }) => {
    for (const table of TABLES) await pool.query(`DELETE FROM ${table} WHERE verification_id LIKE 'ver_report_%'`);
    await pool.query("DELETE FROM report_sign_offs");
    // The log is append-only for every role but its owner.
    await pool.query(
      `BEGIN; ALTER TABLE review_log DISABLE TRIGGER review_log_append_only;
       DELETE FROM review_log WHERE verification_id LIKE 'ver_report_%';
       ALTER TABLE review_log ENABLE ALWAYS TRIGGER review_log_append_only; COMMIT;`,
    );
  }),
);

/**
 * Waits until no file has changes that the figures lack: they would change the report before it is signed off. An answer is
 * cached for a minute, so each poll requests another period.
 */
async function untilFiguresAreCurrent(api: APIRequestContext): Promise<void> {
  let year = 1990;
  await expect
    .poll(async () => {
      year += 1;
      return (await (await api.get(`/api/insights?from=${year}-01-01`)).json()).figures?.pending_files;
    })
    .toBe(0);
}

/*
 * A month that is not over: `components/insights/report/report-view.test.ts`; other months: `month-form.browser.test.tsx` beside it;
 * the roles: `tools/test/product/page-access.test.ts`.
 */
// Each role signs off once.
for (const [locale, role] of [
  ["en", "admin"],
  ["es-MX", "compliance"],
] as const) {
  const { report: t, review } = MESSAGES[locale];

  test.describe(locale, () => {
    test.use({ locale });

    test("the report of a month is printed on two to four pages, and signed off by name", async ({
      page,
      signInAs,
      apiAs,
    }) => {
      await untilFiguresAreCurrent(await apiAs("admin"));
      await signInAs(role);
      await page.goto("/insights/report");
      const heading = page.getByRole("heading", { level: 1 });
      await expect(heading).toHaveText(new RegExp(`${LAST.slice(0, 4)}$`));
      await expect(page.getByLabel(t.month, { exact: true })).toHaveValue(LAST);
      const exceptions = page.getByRole("region", { name: t.section.exceptions });
      await expect(exceptions.getByRole("row")).toHaveCount(19);
      await expect(exceptions).toContainText("Ana Castillo");
      await expect(page.getByRole("region", { name: t.section.reasons })).toContainText(review.resolution.rejected);
      const numbers = page.getByRole("region", { name: t.section.numbers });
      const created = numbers.getByRole("row").filter({ hasText: t.number.created.about });
      await expect(created.getByRole("link", { name: /^\d+$/ }).first()).toHaveAttribute("href", /figure=created%40/);
      await expectAccessible(page);
      await page.setViewportSize({ width: 360, height: 740 });
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 1440, height: 900 });

      await page.getByRole("button", { name: t.signOff.button }).click();
      await page.getByRole("dialog").getByRole("button", { name: t.sign.submit }).click();
      await expect(page.getByText(t.signOff.done)).toBeVisible();
      await expect(page.getByText(t.signOff.same).first()).toBeVisible();

      await page.emulateMedia({ media: "print" });
      await expect(page.getByText(t.signOff.prepared)).toBeVisible();
      await expect(page.getByText(t.month, { exact: true })).toBeHidden();
      for (const format of ["A4", "Letter"] as const) {
        const pdf = await page.pdf({ format });
        const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
        expect(pages, format).toBeGreaterThanOrEqual(2);
        expect(pages, format).toBeLessThanOrEqual(4);
      }
    });
  });
}
