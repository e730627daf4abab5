import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { BulkOutcome } from "#lib/core/contract/verifications/review.ts";
import type { ReviewChoices } from "#lib/desk/contract/review/choices.ts";
import { mountList } from "#tools/test/mounted-list.tsx";
import { type Answer, type Asked, expectAccessible, MESSAGES } from "#tools/test/mounted-page.tsx";
import { setLastStep } from "./last-step.ts";
import { UndoHost } from "./undo-host.tsx";

/* The steps themselves, and who may make them, are tested by `app/api/review.db.test.ts`. */

const words = MESSAGES.en["review-bulk"];
const CHOICES = {
  catalogue: [{ code: "no_answer", en: "No answer", es: "Sin respuesta", for: ["closed"] }],
  assignees: [{ user_id: "u_2", name: "Berta Soto", open: 3, away: null }],
  ...{ time_zone: "America/Mexico_City", follow_up_on: "2099-06-15" },
} as unknown as ReviewChoices;

const box = (tag: string) => page.getByRole("checkbox", { name: `Select ${tag}` });
const bar = () => page.getByRole("region", { name: words.bar.label });
const dialog = () => page.getByRole("dialog");
const press = (name: string | RegExp) => dialog().getByRole("button", { name }).click();

/** The outcomes of a bulk change, one line for each file; `undo` has steps instead of ids. */
const outcomes = (outcome: (id: string) => BulkOutcome["outcome"]) => (asked: Asked) => {
  const { ids, steps } = asked.body as { ids?: string[]; steps?: { verification_id: string }[] };
  const files = ids ?? steps?.map(({ verification_id }) => verification_id) ?? [];
  return new Response(
    files
      .map((id) => `${JSON.stringify({ verification_id: id, outcome: outcome(id), version: `v_${id}` })}\n`)
      .join(""),
  );
};

async function mountFiles(answers: Record<string, Answer> = {}) {
  const mounted = await mountList(
    "/verifications",
    { "GET /api/review/choices": CHOICES, "POST /api/review/bulk": outcomes(() => "done"), ...answers },
    { beside: <UndoHost /> },
  );
  await expect.element(box("EXP-1")).toBeInTheDocument();
  return mounted;
}

/** Selects the second and third file by their boxes. */
async function selectTwo() {
  await box("EXP-2").click({ force: true });
  await box("EXP-3").click({ force: true, modifiers: ["Shift"] });
  await expect.element(bar()).toMatchTextContent("2 selected");
}

afterEach(() => setLastStep(null));

test("files are selected by keys, all at once, and deselected by Escape or by another filter", async () => {
  await mountFiles();
  await userEvent.keyboard("x");
  await expect.element(box("EXP-1")).toBeChecked();
  await userEvent.keyboard("jj{Shift>}X{/Shift}");
  await expect.element(bar()).toMatchTextContent("3 selected");
  await userEvent.keyboard("kx");
  await expect.element(box("EXP-2")).not.toBeChecked();
  await expectAccessible();
  await page.viewport(360, 740);
  await expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  await bar().getByRole("button", { name: "Select all 3" }).click();
  await expect.element(bar()).toMatchTextContent("3 selected");
  await userEvent.keyboard("{Escape}");
  await expect.element(bar()).not.toBeInTheDocument();
  await userEvent.keyboard("x");
  await expect.element(bar()).toMatchTextContent("1 selected");
  await page.getByRole("textbox", { name: "Search" }).fill("EXP-2");
  await expect.element(bar()).not.toBeInTheDocument();
});

test("files are closed with a reason, and restored by Undo except those with a later step", async () => {
  const { asked } = await mountFiles({
    "POST /api/review/bulk/undo": outcomes((id) => (id === "ver_EXP-2" ? "failed" : "done")),
  });
  await selectTwo();
  await bar().getByRole("button", { name: words.bar.close }).click();
  await press(/^Close 2/);
  await expect.element(dialog()).toMatchTextContent(words.missing.close);
  await dialog().getByLabelText(words.reason).selectOptions("no_answer");
  await expectAccessible();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(dialog()).toMatchTextContent("2 changed");
  await press(words.close);
  await expect.element(bar()).not.toBeInTheDocument();
  const change = { state: "resolved", resolution: "closed", reason_code: "no_answer" };
  expect(asked.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
    { ids: ["ver_EXP-2", "ver_EXP-3"], change },
  ]);
  const messages = page.getByRole("region", { name: /^Messages/ });
  // The offer stays when Escape closes something else.
  await expect.element(messages.getByRole("button", { name: /^Undo/ })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await messages.getByRole("button", { name: /^Undo/ }).click();
  await expect.element(messages).toMatchTextContent("Undone, except for files with a later step: 1.");
});

test("files are assigned to a chosen user, after a failure once more", async () => {
  const { asked, answer } = await mountFiles({
    "POST /api/review/bulk": () => Response.json({ code: "DATABASE_UNAVAILABLE", message: "" }, { status: 503 }),
  });
  await selectTwo();
  await bar().getByRole("button", { name: words.bar.assign }).click();
  await press("Assign 2 files");
  await expect.element(dialog()).toMatchTextContent(words.missing.assign);
  await press(new RegExp(`^${words.assignee} `));
  await page.getByRole("option", { name: /^Berta Soto/ }).click();
  await press("Assign 2 files");
  await expect.element(dialog()).toMatchTextContent("Interrupted: ");
  await expectAccessible();
  answer(
    "POST /api/review/bulk",
    outcomes(() => "done"),
  );
  await press("Try 2 files again");
  await expect.element(dialog()).toMatchTextContent("2 of 2 done · 2 changed");
  expect(asked.at(-1)?.body).toEqual({ ids: ["ver_EXP-2", "ver_EXP-3"], change: { assignee: "u_2" } });
  await press(words.close);
  await expect.element(bar()).not.toBeInTheDocument();
});

test("files wait until a day to come", async () => {
  const { asked } = await mountFiles();
  await selectTwo();
  await bar().getByRole("button", { name: words.bar.wait }).click();
  const day = dialog().getByLabelText(words.day);
  await expect.element(day).toHaveValue("2099-06-15");
  await day.fill("2001-01-01");
  await press("Let 2 files wait");
  await expect.element(dialog()).toMatchTextContent(words.missing.wait);
  await day.fill("2099-07-01");
  await press("Let 2 files wait");
  await expect.element(dialog()).toMatchTextContent("2 changed");
  expect(asked.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
    { ids: ["ver_EXP-2", "ver_EXP-3"], change: { state: "waiting", follow_up_on: "2099-07-01" } },
  ]);
});

const CHECK = "GET /api/review/bulk/acceptance";
const mountAcceptance = (answers: Record<string, Answer> = {}) =>
  mountFiles({
    "GET /api/review/choices": { ...CHOICES, bulk_acceptance: true },
    [CHECK]: ({ query }: Asked) => ({
      files: (query.get("ids") ?? "").split(",").map((verification_id) => ({
        verification_id,
        version: "1.a",
        obstacle: verification_id === "ver_EXP-3" ? "not_opened" : null,
      })),
    }),
    "POST /api/review/bulk/acceptance": ({ body }: Asked) => {
      const { files } = body as { files: { verification_id: string }[] };
      return outcomes(() => "done")({ body: { ids: files.map((file) => file.verification_id) } } as Asked);
    },
    ...answers,
  });
const accept = () => bar().getByRole("button", { name: words.bar.accept });

test("files are not accepted together while the policy does not allow it", async () => {
  await mountFiles();
  await selectTwo();
  await expect.element(bar().getByRole("button", { name: words.bar.close })).toBeVisible();
  await expect.element(accept()).not.toBeInTheDocument();
});

test("the dialog says why a file cannot be accepted together, and accepts the others with undo", async () => {
  const { asked } = await mountAcceptance();
  await selectTwo();
  await accept().click();
  await expect.element(dialog()).toMatchTextContent("1 file can be accepted. 1 cannot, and stays selected.");
  await expect.element(dialog().getByRole("listitem").filter({ hasText: "EXP-3" })).toMatchTextContent(/open it first/);
  await expectAccessible();
  await page.viewport(360, 740);
  await expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(dialog()).toMatchTextContent("1 of 1 done · 1 changed");
  expect(asked.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
    { files: [{ verification_id: "ver_EXP-2", version: "1.a" }] },
  ]);
  await press(words.close);
  await expect.element(bar()).toMatchTextContent("1 selected");
  await expect
    .element(page.getByRole("region", { name: /^Messages/ }))
    .toMatchTextContent("1 files: accepted together.");
});

test("nothing is sent while no file can be accepted together", async () => {
  const { asked } = await mountAcceptance({
    [CHECK]: { files: [{ verification_id: "ver_EXP-2", version: "1.a", obstacle: "exceptions" }] },
  });
  await selectTwo();
  await accept().click();
  await expect.element(dialog()).toMatchTextContent(/None of these files can be accepted together/);
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await dialog().getByRole("button", { name: "Accept" }).click({ force: true });
  await expect.element(dialog()).toMatchTextContent(/has exceptions: decide it on its page/);
  expect(asked.filter(({ method }) => method === "POST")).toEqual([]);
});
