import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { ArcoDetail } from "#lib/records/contract/privacy/arco.ts";
import { Main } from "#tools/test/mounted-list.tsx";
import { type Answer, expectAccessible, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { RequestPaper } from "./request-paper.tsx";
import { RequestView } from "./request-view.tsx";

const ID = "00000000-0000-4000-8000-000000000001";
const PATH = `GET /api/privacy/requests/${ID}`;
const words = MESSAGES.en.arco;

const detail = (changes: Partial<ArcoDetail> = {}): ArcoDetail => ({
  ...{ request_id: ID, folio: 12, kind: "cancellation", state: "open", outcome: null, extended: false },
  ...{ received_at: "2026-06-01T16:00:00.000000Z", due_at: "2099-06-30T05:59:59.999000Z", due_on: "2099-06-29" },
  ...{ overdue: false, days_left: 20, time_zone: "America/Tijuana" },
  subject: { name: "Rosa Ibarra Peña", curp: null, verification_id: null },
  log: [{ step: "received", at: "2026-06-01T16:00:00.000000Z", by: "Ana Ruiz", text: null }],
  kept: {
    ...{ people: [], found: 0, file: null, curp_unusual: false },
    files: [{ verification_id: "ver_1", tag: "EXP-1", title: "Textiles Oro", counts: counts() }],
  },
  ...changes,
});
const counts = () => ({
  people: 1,
  deliveries: 2,
  readings: 0,
  decisions: 0,
  notes: 0,
  letters: 0,
  statements: 0,
  openings: 1,
});

const step = (name: ArcoDetail["log"][number]["step"], text: string) =>
  ({ step: name, at: "2026-06-02T16:00:00.000000Z", by: "Raúl Soto", text }) as const;
const answered = (changes: Partial<ArcoDetail> = {}) =>
  detail({
    ...{ state: "answered", outcome: "granted" },
    log: [...detail().log, step("identified", "Passport, seen"), step("answered", "Your data will be erased.")],
    ...changes,
  });

const mount = (paper: "receipt" | "answer", answer: Answer, answers: Record<string, Answer> = {}) =>
  mountPage(
    <Main>
      <RequestPaper requestId={ID} paper={paper} company="Financiera Altavista" />
    </Main>,
    { answers: { [PATH]: answer, ...answers } },
  );
const main = () => page.getByRole("main");

test("a receipt names company, receiver, number, right, subject and the day of the answer, and says that nobody was identified", async () => {
  await mount("receipt", detail());
  await expect.element(page.getByText("No. 000012")).toBeVisible();
  await expect.element(main()).toMatchTextContent(/Cancellation.*Rosa Ibarra Peña.*Not recorded/s);
  await expect.element(main()).toMatchTextContent(/Company responsible.*Financiera Altavista.*Received by.*Ana Ruiz/s);
  await expect.element(main()).toMatchTextContent(/answered no later than/);
  // Paper is read years later and elsewhere: with the year, and in the zone of the policy.
  await expect.element(main()).toMatchTextContent(/June 1, 2026.*9:00 AM.*Pacific/s);
  await expectAccessible();
  await page.viewport(360, 740);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  await expectAccessible();
});

test("after the answer a receipt no longer names the running period, which is another one", async () => {
  await mount("receipt", answered());
  await expect.element(main()).toMatchTextContent(/The request was received\./);
  await expect.element(page.getByText(/2099/)).not.toBeInTheDocument();
});

test("a letter has the answer, what follows, and who saw the data once the officer adds it", async () => {
  const { asked } = await mount("answer", answered(), {
    [`${PATH}/openings`]: {
      people: [
        {
          ...{ key: "ver_1/7/0", verification_id: "ver_1", name: "Rosa Ibarra Peña" },
          openings: [{ at: "2026-06-01T17:00:00.000000Z", action: "curp_pdf.opened", by: "Luis Peña" }],
        },
      ],
    },
  });
  await expect.element(main()).toMatchTextContent(/Passport, seen.*Granted.*Your data will be erased\./s);
  await expect.element(main()).toMatchTextContent(/carried out no later than/);
  expect(asked.map(({ path }) => path).filter((path) => path.endsWith("/openings"))).toEqual([]);
  await page.getByRole("checkbox", { name: words.paper.saw.add }).click();
  await expect.element(page.getByRole("listitem")).toMatchTextContent(/Luis Peña · CURP PDF/);
  await expectAccessible();
});

test("a letter without an answer says so, and cannot be printed", async () => {
  await mount("answer", detail());
  await expect.element(main()).toMatchTextContent(words.paper.notAnswered);
  await expect.element(page.getByRole("button", { name: words.paper.print })).not.toBeInTheDocument();
});

const view = (answer: ArcoDetail, role: "admin" | "auditor" = "admin") =>
  mountPage(
    <Main>
      <RequestView requestId={ID} />
    </Main>,
    {
      role,
      answers: {
        [PATH]: answer,
        "GET /api/verifications/ver_1/custody": { holds: [], kept: null, erasable: true, relation_ended_on: null },
        "GET /api/verifications/ver_1/drafts": { items: [] },
        "GET /api/verifications/ver_1": { verification: { verification_id: "ver_1", tag: "EXP-1" }, review: null },
      },
    },
  );
const erase = () => page.getByRole("button", { name: words.kept.erase });

test("a file is erased or blocked from an open cancellation, and from no other request", async () => {
  await view(detail());
  await erase().click();
  await expect.element(page.getByRole("dialog").getByRole("textbox")).toBeVisible();
  await expect.element(page.getByRole("dialog")).toMatchTextContent(/EXP-1/);
  await expectAccessible();
});

test.each([
  ["an access request", detail({ kind: "access" })],
  ["a closed cancellation", answered({ state: "executed", due_at: null, due_on: null })],
])("%s offers no erasing", async (_what, request) => {
  await view(request);
  await expect.element(page.getByRole("link", { name: /Textiles Oro/ })).toBeVisible();
  await expect.element(erase()).not.toBeInTheDocument();
});
