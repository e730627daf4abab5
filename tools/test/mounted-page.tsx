import { type QueryClient, QueryClientProvider, timeoutManager } from "@tanstack/react-query";
import axe from "axe-core";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import {
  PathnameContext,
  PathParamsContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { NextIntlClientProvider } from "next-intl";
import { type ReactNode, useLayoutEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, vi } from "vitest";
import { StepUpProvider } from "#components/access/step-up-provider.tsx";
import { LiveRegion } from "#components/kit/announced.tsx";
import { CurrentUserProvider } from "#components/kit/current-user.tsx";
import { ClockProvider } from "#components/kit/time.tsx";
import { makeQueryClient } from "#lib/platform/browser/query-client.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import type { Role } from "#lib/platform/manifest.ts";
import type { MESSAGES as Messages } from "#lib/platform/server/i18n/messages.ts";

const FILES = import.meta.glob<object>("../../messages/*/*/*.json", { eager: true, import: "default" });

const wordsOf = (locale: Locale) =>
  Object.fromEntries(
    Object.entries(FILES).flatMap(([path, words]) => {
      const [, of, namespace] = /(\w[\w-]*)\/[\w-]+\/([\w-]+)\.json$/.exec(path) ?? [];
      return of === locale && namespace ? [[namespace, words]] : [];
    }),
  );

/** The messages of the pages. */
export const MESSAGES = { en: wordsOf("en"), "es-MX": wordsOf("es-MX") } as unknown as typeof Messages;

/** A request of the component under test to a handler of ours. */
export type Asked = { method: string; path: string; query: URLSearchParams; body: unknown };

/** The answer of a handler: a value is a body of status 200; a function gets the request, and may return a `Response`. */
export type Answer = unknown | ((asked: Asked) => unknown);

/** The answer of a handler that fails, with further fields of its body and headers. */
export const failing = (status: number, code: string, more: object = {}, headers: Record<string, string> = {}) =>
  Response.json({ success: false, code, message: "", timestamp: "2026-01-01T00:00:00Z", ...more }, { status, headers });

// Queries poll only on a clock that the test moves: on a slow machine a poll would come between any two of its actions.
timeoutManager.setTimeoutProvider<number>({
  setTimeout: (callback, ms) => window.setTimeout(callback, ms),
  clearTimeout: (id) => window.clearTimeout(id),
  setInterval: (callback, ms) => (vi.isFakeTimers() ? window.setInterval(callback, ms) : 0),
  clearInterval: (id) => window.clearInterval(id),
});

/** A query client without retries: a failed request stays failed until the test acts. */
function makeSteadyClient(): QueryClient {
  const client = makeQueryClient();
  const { queries, ...others } = client.getDefaultOptions();
  client.setDefaultOptions({ ...others, queries: { ...queries, retry: false } });
  return client;
}

type Options = {
  locale?: Locale;
  role?: Role;
  /** Path and query of the page's address. */
  address?: string;
  /** Parts of the path that Next reads as parameters. */
  params?: Record<string, string>;
  /** Answers by method and path: `GET /api/users`. Any other request fails the test. */
  answers?: Record<string, Answer>;
  client?: QueryClient;
};

type MountedPage = {
  client: QueryClient;
  /** All requests so far, oldest first. */
  asked: Asked[];
  /** Replaces or adds an answer. */
  answer: (route: string, answer: Answer) => void;
  /** Addresses that the component led to by the router, without its own changes of the query. */
  visited: string[];
};

/**
 * Renders a part of a page into the browser until the test ends, with what the frame of the dashboard gives it: messages,
 * query client, signed-in user, clock, live region, and Next's navigation over the address of the window.
 */
export function mountPage(
  element: ReactNode,
  {
    locale = "en",
    role = "admin",
    address = "/",
    params = {},
    answers = {},
    client = makeSteadyClient(),
  }: Options = {},
): MountedPage {
  const answered = { ...answers };
  const asked = answerRequests(answered);
  const visited: string[] = [];
  const before = window.location.href;
  window.history.replaceState(null, "", address);
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
    client.clear();
    window.history.replaceState(null, "", before);
  });
  flushSync(() =>
    root.render(
      <Navigation params={params} visited={visited}>
        <NextIntlClientProvider locale={locale} messages={MESSAGES[locale]} timeZone="America/Mexico_City">
          <QueryClientProvider client={client}>
            <CurrentUserProvider id="u_1" name="Ana Ruiz" email="ana@example.mx" role={role}>
              <ClockProvider>
                <StepUpProvider>{element}</StepUpProvider>
                <LiveRegion />
              </ClockProvider>
            </CurrentUserProvider>
          </QueryClientProvider>
        </NextIntlClientProvider>
      </Navigation>,
    ),
  );
  return { client, asked, visited, answer: (route, answer) => Object.assign(answered, { [route]: answer }) };
}

/** Answers the requests to our handlers until the test ends. */
function answerRequests(answers: Record<string, Answer>): Asked[] {
  const asked: Asked[] = [];
  const unexpected: string[] = [];
  const real = window.fetch;
  window.fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(String(input), window.location.href), init);
    const { pathname: path, searchParams: query } = new URL(request.url);
    if (!path.startsWith("/api/")) return real(input, init);
    const text = await request.text();
    const one: Asked = { method: request.method, path, query, body: text === "" ? null : JSON.parse(text) };
    asked.push(one);
    const answer = answers[`${one.method} ${path}`];
    if (answer === undefined) {
      unexpected.push(`${one.method} ${path}`);
      return Response.json({ error: { code: "NOT_FOUND", message: "" } }, { status: 404 });
    }
    const aborted = new Promise<never>((_, reject) =>
      request.signal.addEventListener("abort", () => reject(request.signal.reason)),
    );
    const value = await Promise.race([typeof answer === "function" ? answer(one) : answer, aborted]);
    return value instanceof Response ? value : Response.json(value);
  };
  onTestFinished(() => {
    window.fetch = real;
    expect(unexpected, "requests without an answer").toEqual([]);
  });
  return asked;
}

type NavigationProps = { params: Record<string, string>; visited: string[]; children: ReactNode };

/** A router for Next's hooks, which follow the address of the window, also after changes by the history API. */
function Navigation({ params, visited, children }: NavigationProps) {
  const [{ pathname, search }, setAddress] = useState(readAddress);
  useLayoutEffect(() => {
    const { pushState, replaceState } = window.history;
    const follow = () => setAddress(readAddress());
    window.history.pushState = (...given) => {
      pushState.apply(window.history, given);
      follow();
    };
    window.history.replaceState = (...given) => {
      replaceState.apply(window.history, given);
      follow();
    };
    window.addEventListener("popstate", follow);
    return () => {
      Object.assign(window.history, { pushState, replaceState });
      window.removeEventListener("popstate", follow);
    };
  }, []);
  const router = useMemo(() => {
    const visit = (change: "pushState" | "replaceState") => (path: string) => {
      visited.push(path);
      window.history[change](null, "", path);
    };
    return {
      push: visit("pushState"),
      replace: visit("replaceState"),
      refresh: () => undefined,
      hmrRefresh: () => undefined,
      prefetch: () => undefined,
      back: () => window.history.back(),
      forward: () => window.history.forward(),
    };
  }, [visited]);
  const query = useMemo(() => new URLSearchParams(search), [search]);
  return (
    <AppRouterContext value={router as never}>
      <PathnameContext value={pathname}>
        <PathParamsContext value={params}>
          <SearchParamsContext value={query}>{children}</SearchParamsContext>
        </PathParamsContext>
      </PathnameContext>
    </AppRouterContext>
  );
}

const readAddress = () => ({ pathname: window.location.pathname, search: window.location.search });

/**
 * Expects no serious or critical violation of axe in the present state of the document. Rules about whole pages, such as
 * landmarks, belong to the specs of pages.
 */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, { resultTypes: ["violations"] });
  const grave = violations
    .filter(({ id, impact }) => !PAGE_RULES.has(id) && (impact === "serious" || impact === "critical"))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ""}`));
  expect(grave).toEqual([]);
}

const PAGE_RULES = new Set(["bypass", "document-title", "html-has-lang", "region", "scrollable-region-focusable"]);
