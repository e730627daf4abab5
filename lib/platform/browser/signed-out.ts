import { onlineManager } from "@tanstack/react-query";

/*
 * Whether the session of this page has ended, by the page's clock or a refused request. React Query counts as offline
 * meanwhile: queries wait for the next sign-in instead of failing, and errors replace nothing on the page.
 */

/** When the session ended, by the browser's clock (ms); null while signed in. */
let endedAt: number | null = null;
let leaving = false;
const listeners = new Set<() => void>();

export const sessionEndedAt = (): number | null => endedAt;

/** Calls `listener` when the session ends or begins again; returns a function that removes the listener. */
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

export const setLeaving = (is: boolean): void => {
  leaving = is;
};

/**
 * Loads a new page, so that nothing of this person stays in memory. The screen is emptied at once, since the load may
 * be slow.
 */
export function loadPage(address: string): void {
  leaving = true;
  document.body.hidden = true;
  window.location.assign(address);
}

/**
 * The address of the shown page, for the way back from the sign-in page. Without its fragment: with it, the browser
 * would stay on the same document without a page load.
 */
export const currentAddress = (): string => `${window.location.pathname}${window.location.search}`;

/** The address of the sign-in page, which leads back to this page and its fragment. */
export const signInAddress = (): string =>
  `/login?ended=1&next=${encodeURIComponent(currentAddress())}${anchorOf(window.location.hash)}`;

const ANCHOR = /^#(?:[\w.~:-]|%[\dA-Fa-f]{2}){1,200}$/;

/**
 * The fragment that the sign-in page passes on to the requested page: the id of an element, or empty. Browsers keep a
 * fragment across the redirect, and never send it to the server.
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

/** Hears all tabs of the browser, this tab included, until this page is being left. */
export function onSessionNews(hear: (news: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<SessionNews>) => leaving || hear(data);
  return () => channel.close();
}
