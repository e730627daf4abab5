import { onlineManager } from "@tanstack/react-query";

/*
 * Whether the session of this page has ended, as its clock or a refused request says. React Query counts as offline
 * meanwhile: queries wait for the next sign-in instead of failing, and nothing on the page is replaced by an error.
 */

/** When the session ended, by the browser's clock (ms); null while signed in. */
let endedAt: number | null = null;
let leaving = false;
const listeners = new Set<() => void>();

export const sessionEndedAt = (): number | null => endedAt;

/** Calls `listener` when the session has ended or begun again; returns a function that stops it. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(at: number | null): void {
  onlineManager.setOnline(at === null);
  if (endedAt === at || (endedAt !== null && at !== null)) return;
  endedAt = at;
  for (const listener of listeners) listener();
}

/** Covers the page until a user signs in. Requests of a page that is being left are ignored. */
export function sessionEnded(): void {
  if (!leaving) change(Date.now());
}

export const signedInAgain = (): void => change(null);

/** Resolves at once with a session. */
export function whenSignedIn(): Promise<void> {
  if (endedAt === null) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = onSessionChange(() => {
      stop();
      resolve();
    });
  });
}

export const setLeaving = (is: boolean): void => {
  leaving = is;
};

/**
 * A whole new page: nothing of this person stays in memory. What is on the screen goes at once, since it may be long in
 * coming.
 */
export function leaveFor(address: string): void {
  leaving = true;
  document.body.hidden = true;
  window.location.assign(address);
}

/**
 * The shown page, for the way back from the sign-in page. Without its anchor, with which the browser would stay on the
 * same document without a reload.
 */
export const here = (): string => `${window.location.pathname}${window.location.search}`;

/** The sign-in page, which leads back here, to the same part of the page. */
export const signInAddress = (): string =>
  `/login?ended=1&next=${encodeURIComponent(here())}${anchorOf(window.location.hash)}`;

const ANCHOR = /^#(?:[\w.~:-]|%[\dA-Fa-f]{2}){1,200}$/;

/**
 * The fragment carried from the sign-in page to the requested page: the id of a part, or empty. Browsers keep it across
 * the redirect, and never send it to the server.
 */
export const anchorOf = (hash: string): string => (ANCHOR.test(hash) ? hash : "");

/** Messages between the tabs of a browser, which share a session. */
export type SessionNews = "signed-in" | "signed-out";

const CHANNEL = "cotejo-session";

export function tellTabs(news: SessionNews): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(news);
  channel.close();
}

/** Returns how to stop listening. */
export function onSessionNews(hear: (news: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<SessionNews>) => hear(data);
  return () => channel.close();
}
