import { afterEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { signedInAgain } from "#lib/platform/browser/signed-out.ts";
import type { SessionUser } from "#lib/platform/manifest.ts";
import { expectAccessible, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { Input } from "@/components/ui/input";
import { SessionWatch } from "./session-watch.tsx";

const { idle, absolute, over } = MESSAGES.en.access.ending;
const { access } = MESSAGES.en;
const USER = { name: "Ana Ruiz", email: "ana@example.mx", role: "admin" } as SessionUser;

/** A session with these times (s) left. The warning of the last two minutes leaves a slow machine time to answer it. */
const session = (idle_in: number, ends_in = 28_800, idle_limit = 600) => ({
  user: USER,
  session: { idle_in, idle_limit, ends_in },
});
const mounted = (answer: unknown) =>
  mountPage(
    <>
      <Input aria-label="Field" />
      <SessionWatch user={USER} />
    </>,
    { answers: { "GET /api/session": answer } },
  );

const ACTIVITY = "POST /api/session/activity";
const warning = (words: { title: string }) => page.getByRole("alertdialog", { name: words.title });
const button = (name: string) => page.getByRole("button", { name });

afterEach(() => {
  vi.useRealTimers();
  signedInAgain();
});

it("warns before an idle session ends, and extends it by the keyboard", async () => {
  const { answer, asked } = mounted(session(118));
  await expect.element(warning(idle)).toBeVisible();
  expect(warning(idle).element().textContent).toMatch(/[01]:\d\d/);
  await expect.element(button(idle.stay)).toHaveFocus();
  await expectAccessible();
  answer(ACTIVITY, session(600));
  await userEvent.keyboard("{Enter}");
  await expect.element(warning(idle)).not.toBeInTheDocument();
  await expect.poll(() => asked.filter(({ path }) => path === "/api/session/activity").length).toBe(1);
});

it("keeps its warning after a lost answer, until an extension succeeds, and returns the focus", async () => {
  // The warning begins when two minutes are left: at the next tick.
  const times = [121, 118];
  const { answer, asked } = mounted(() => session(times.shift() ?? 118));
  const field = page.getByLabelText("Field");
  (field.element() as HTMLElement).focus();
  await expect.element(warning(idle)).toBeVisible();
  const reports = () => asked.filter(({ path }) => path === "/api/session/activity").length;
  answer(ACTIVITY, () => {
    throw new TypeError("Failed to fetch");
  });
  await button(idle.stay).click();
  await expect.poll(reports).toBe(1);
  await userEvent.keyboard("{Escape}");
  await expect.poll(reports).toBe(2);
  await expect.element(warning(idle)).toBeVisible();
  answer(ACTIVITY, session(600));
  await button(idle.stay).click();
  await expect.element(warning(idle)).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
});

it("reports actions of the user, and nothing else", async () => {
  const { answer, asked } = mounted(session(600));
  answer(ACTIVITY, session(600));
  await expect.poll(() => asked.length).toBe(1);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  const asking = async () => {
    await page.getByLabelText("Field").click();
    return asked.map(({ method, path }) => `${method} ${path}`);
  };
  await expect.poll(asking).toEqual(["GET /api/session", ACTIVITY]);
});

it("warns once of the end of a session at its maximum length", async () => {
  mounted(session(600, 115));
  await expect.element(warning(absolute)).toBeVisible();
  await expect.element(button(absolute.again)).toHaveFocus();
  await button(absolute.later).click();
  await expect.element(warning(absolute)).not.toBeInTheDocument();
});

it("covers the page after the end of its session, and uncovers it after the password", async () => {
  const { answer } = mounted(session(1));
  const ended = () => Response.json({ success: false, code: "UNAUTHORIZED", message: "" }, { status: 401 });
  answer("GET /api/session", ended);
  const cover = page.getByRole("dialog", { name: over.title });
  await expect.element(cover).toBeVisible();
  await expect.element(page.getByLabelText("Field")).not.toBeVisible();
  const password = cover.getByLabelText(access.signIn.password);
  await expect.element(password).toHaveFocus();
  answer("POST /api/session", () =>
    Response.json({ success: false, code: "UNAUTHORIZED", message: "" }, { status: 401 }),
  );
  await password.fill("not this one");
  await userEvent.keyboard("{Enter}");
  await expect.element(cover.getByRole("alert").getByText(access.signIn.problem.UNAUTHORIZED)).toBeVisible();
  await expectAccessible();
  answer("POST /api/session", { user: USER });
  answer("GET /api/session", session(600));
  await password.fill("the right one");
  await userEvent.keyboard("{Enter}");
  await expect.element(cover).not.toBeInTheDocument();
  await expect.element(page.getByLabelText("Field")).toBeVisible();
});
