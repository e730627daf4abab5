import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { FAULTY_PATHS } from "#lib/edge/contract/sandbox/sandbox.ts";
import type { SandboxFault, SandboxPlay, SandboxState } from "#lib/edge/contract/sandbox/sandbox-input.ts";
import { expectAccessible, failing, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { SandboxView } from "./sandbox-view.tsx";

const { sandbox: words, shell } = MESSAGES.en;
const PLAYED: SandboxPlay = {
  ...{ verification_id: "ver_1", scenario: "pending-upload", tag: "EXP-1", played_at: "2026-11-20T12:00:00Z" },
  ...{ status: "pending", documents_status: "pending_upload", labels: [], steps_to_come: 2 },
  deliveries: { pending: 0, delivered: 3, failed: 1 },
};
const STATE: SandboxState = {
  ...{ pace: "steady", started: true, faults: [], played: [PLAYED] },
  labels: [{ label: "priority", display_name: "Prioritario", category: null }],
};
const fault = (id: string, kind: "hang" | "redirect"): SandboxFault => ({
  ...{ id, kind, count: null, met: 0, path: FAULTY_PATHS.webhooks },
});

/** The page over a service whose state follows these changes. */
function mounted(begun: Partial<SandboxState> = {}, answers: Record<string, unknown> = {}) {
  let state = { ...STATE, ...begun };
  const app = mountPage(<SandboxView />, {
    address: "/sandbox",
    answers: { "GET /api/sandbox": () => state, "GET /api/sandbox/mails": { items: [] }, ...answers },
  });
  /** Changes the state with the answer to a request. */
  const changing = (change: Partial<SandboxState>) => () => {
    state = { ...state, ...change };
    return {};
  };
  return { ...app, changing };
}

const button = (name: string | RegExp) => page.getByRole("button", { name });
const named = (text: string, name: string) => text.replace("{name}", name);
const group = (name: string) => button(new RegExp(`^${name}`));
const active = page.getByRole("region", { name: new RegExp(`^${words.active.title}`) });

it("sets the pace by the arrow keys", async () => {
  const { answer, asked, changing } = mounted();
  const radio = (pace: "slow" | "steady") => page.getByRole("radio", { name: words.pace[pace].name });
  await expect.element(radio("steady")).toBeChecked();
  answer("POST /api/sandbox/pace", changing({ pace: "slow" }));
  (radio("steady").element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(page.getByText(words.pace.slow.says)).toBeVisible();
  await expect.element(radio("slow")).toBeChecked();
  expect(asked.find(({ method }) => method === "POST")?.body).toEqual({ pace: "slow" });
});

it("says that the service is away, until a retry is answered", async () => {
  const { answer } = mounted({}, { "GET /api/sandbox": () => failing(503, "SERVICE_UNREACHABLE") });
  const away = page.getByRole("alert").filter({ hasText: words.away.title });
  await expect.element(away).toBeVisible();
  answer("GET /api/sandbox", STATE);
  await away.getByRole("button", { name: shell.failed.retry }).click();
  await expect.element(away).not.toBeInTheDocument();
  await expect.element(page.getByText(words.pace.steady.says)).toBeVisible();
});

it("finds scenarios by their words, and links to the verification of a started one", async () => {
  const { answer } = mounted();
  const start = (name: keyof typeof words.scenario) =>
    button(named(words.scenarios.startNamed, words.scenario[name].title));
  await page.getByLabelText(words.scenarios.search).fill("still pending");
  await expect.element(start("full-upload")).toBeVisible();
  expect(start("pending-upload").elements()).toEqual([]);
  answer("POST /api/sandbox/verifications", { verification_id: "ver_2", tag: "EXP-2" });
  await start("full-upload").click();
  await expect.element(page.getByRole("link", { name: "EXP-2" })).toHaveAttribute("href", "/verifications/ver_2");
  const played = page.getByRole("region", { name: new RegExp(`^${words.played.title}`) }).element();
  expect(played.textContent).toMatch(/3 delivered.*1 failed.*2 steps to come/);
});

it("sets faults of calls, lists each with its limits, ends one or all, and keeps the focus", async () => {
  const [hang, redirect] = [fault("f1", "hang"), fault("f2", "redirect")];
  const { answer, asked, changing } = mounted();
  await group(words.faults.calls).click();
  await page.getByLabelText(words.faults.which).first().selectOptions(words.faults.path.webhooks);
  for (const [one, faults] of [
    [hang, [hang]],
    [redirect, [hang, redirect]],
  ] as const) {
    answer("POST /api/sandbox/faults", changing({ faults: [...faults] }));
    await button(named(words.faults.setNamed, words.fault[one.kind as "hang" | "redirect"].title)).click();
    await expect.poll(() => active.getByRole("listitem").elements().length).toBe(faults.length);
  }
  expect(asked.find(({ method }) => method === "POST")?.body).toMatchObject({ kind: "hang", count: null });
  for (const entry of active.getByRole("listitem").elements())
    expect(entry.textContent).toContain("until ended · no effect yet · only Webhooks");
  await expectAccessible();

  answer("DELETE /api/sandbox/faults/f2", changing({ faults: [hang] }));
  await active.getByRole("button", { name: named(words.active.endNamed, words.fault.redirect.title) }).click();
  await expect.poll(() => active.getByRole("listitem").elements().length).toBe(1);
  await expect.poll(() => document.activeElement).not.toBe(document.body);
  answer("POST /api/sandbox/faults", changing({ faults: [hang, redirect] }));
  await button(named(words.faults.setNamed, words.fault.redirect.title)).click();
  answer("DELETE /api/sandbox/faults", changing({ faults: [] }));
  await active.getByRole("button", { name: words.active.endAll }).click();
  await expect.element(active.getByText(words.active.none)).toBeVisible();
  await expect.poll(() => document.activeElement).not.toBe(document.body);
});

it("assigns, comments and removes a label by hand, keeps the focus, and fits a phone", async () => {
  const label = (comment: string) => [{ label: "priority", display_name: "Prioritario", comment }];
  const playedWith = (labels: SandboxPlay["labels"]) => ({ played: [{ ...PLAYED, labels }] });
  const { answer, changing } = mounted();
  await group(words.work.open).click();
  await expect.element(button(words.work.reopen.do)).toHaveAttribute("aria-disabled", "true");
  const labels = page.getByRole("group", { name: words.work.labels.label });
  const path = "POST /api/sandbox/verifications/ver_1/labels";
  answer(path, changing(playedWith(label("Hoy."))));
  await labels.getByLabelText(words.work.labels.newComment).fill("Hoy.");
  await labels.getByRole("button", { name: words.work.labels.assign }).click();
  const comment = labels.getByLabelText("Comment on Prioritario");
  await expect.element(comment).toHaveValue("Hoy.");
  answer(path, changing(playedWith(label("Mañana."))));
  await comment.fill("Mañana.");
  await userEvent.keyboard("{Enter}");
  await expect.element(labels.getByText(words.work.labels.changed)).toBeVisible();
  await expect.element(comment).toHaveFocus();
  await expectAccessible();
  document.body.style.width = "360px";
  expect(document.body.scrollWidth).toBeLessThanOrEqual(360);
  document.body.style.width = "";
  answer(path, changing(playedWith([])));
  await labels.getByRole("button", { name: "Remove Prioritario" }).click();
  await expect.element(labels.getByText(words.work.labels.none)).toBeVisible();
  await expect.element(labels).toHaveFocus();
});

it("reopens a finished verification, and takes up another one by its id", async () => {
  const finished = { ...PLAYED, status: "finished" };
  const { answer, asked, changing } = mounted({ played: [finished] });
  await group(words.work.open).click();
  answer("POST /api/sandbox/verifications/ver_1/reopen", changing({ played: [PLAYED] }));
  await button(words.work.reopen.do).click();
  await expect.element(page.getByText(words.work.reopen.done)).toBeVisible();
  await expect.element(page.getByText(words.work.reopen.notFinished)).toBeVisible();

  const { another, byHand } = words.played;
  const id = page.getByLabelText(another.label);
  answer("POST /api/sandbox/played", () => failing(404, "NOT_FOUND"));
  await id.fill("ver_nobody");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(words.problem.NOT_FOUND)).toBeVisible();
  await expectAccessible();
  const listed = { ...PLAYED, verification_id: "ver_9", tag: "EXP-9", scenario: null };
  answer("POST /api/sandbox/played", changing({ played: [listed, PLAYED] }));
  await id.fill("ver_9");
  await button(another.add).click();
  const entry = page.getByRole("listitem").filter({ hasText: "EXP-9" });
  await expect.element(entry.getByText(byHand)).toBeVisible();
  await expect.element(entry.getByRole("button", { name: words.work.title.replace("{tag}", "EXP-9") })).toBeVisible();
  await expect.element(id).toHaveValue("");
  expect(asked.findLast(({ path }) => path === "/api/sandbox/played")?.body).toEqual({ verification_id: "ver_9" });
});
