import { useTranslations } from "next-intl";
import {
  type ComponentProps,
  type ComponentType,
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { isSameOwner, sessionTimes } from "#lib/access/browser/session.ts";
import { currentAddress, loadPage, signedInAgain, signInAddress } from "#lib/platform/browser/signed-out.ts";
import type { SessionUser } from "#lib/platform/manifest.ts";
import { Cover } from "@/components/ui/cover";
import { focusTargets } from "@/components/ui/overlay-focus";
import { ProviderWindow } from "./provider-button.tsx";
import type { SignInSteps as Steps } from "./sign-in-form.tsx";

export const loadSteps = () => import("./sign-in-form.tsx");
/** Loaded lazily, since few sessions end on an open page. If loading fails, a link to the sign-in page appears instead. */
const SignInSteps = lazy<ComponentType<ComponentProps<typeof Steps>>>(() =>
  loadSteps().then(
    (code) => ({ default: code.SignInSteps }),
    () => ({ default: SignInLink }),
  ),
);

const CHECK_INTERVAL_MS = 1_000;
/** The time for which a covered page waits for its owner. */
const MAX_COVERED_MS = 30 * 60_000;

/**
 * Covers the page after the end of its session, and asks its owner to sign in again without losing typed text. The page
 * below is inert and invisible (`globals.css`), gets no keys, and is left after half an hour.
 */
export function SessionCover({ user, endedAt }: { user: SessionUser; endedAt: number }) {
  const t = useTranslations("access.ending.over");
  const words = { title: t("title"), about: t("about", { email: user.email }) };
  const { ways } = useCurrentUser();
  const cover = useCover(words.title);
  useEffect(() => {
    const timer = setInterval(() => {
      if (Date.now() - endedAt >= MAX_COVERED_MS) loadPage(signInAddress());
    }, CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [endedAt]);
  useEffect(() => {
    // The session may still be valid: the connection was lost, or the user has signed in in another tab.
    const querySession = () => void sessionTimes(user).then(signedInAgain, () => undefined);
    querySession();
    window.addEventListener("online", querySession);
    document.addEventListener("visibilitychange", querySession);
    return () => {
      window.removeEventListener("online", querySession);
      document.removeEventListener("visibilitychange", querySession);
    };
  }, [user]);
  return (
    <Cover ref={cover} data-cover aria-label={words.title}>
      <div className="mx-auto flex min-h-full w-full max-w-sm flex-col justify-center px-4 py-8">
        <Suspense fallback={<SignInLink {...words} />}>
          {ways.includes("password") ? (
            <SignInSteps
              {...words}
              email={user.email}
              onSignedIn={(owner) => (isSameOwner(owner, user) ? signedInAgain() : loadPage(currentAddress()))}
              onOther={() => loadPage(signInAddress())}
            >
              {ways.includes("provider") && <ProviderWindow purpose="signIn" />}
            </SignInSteps>
          ) : (
            <div className="space-y-4">
              <h1 className="font-semibold text-lg tracking-tight">{words.title}</h1>
              <p className="wrap-anywhere text-muted-foreground text-sm">{words.about}</p>
              <ProviderWindow purpose="signIn" />
            </div>
          )}
        </Suspense>
      </div>
    </Cover>
  );
}

/** A link to the sign-in page while the form loads. */
function SignInLink({ title }: { title: string }) {
  const t = useTranslations("access.ending.over");
  return (
    <div className="space-y-3">
      <h1 className="font-semibold text-lg tracking-tight">{title}</h1>
      <a href={signInAddress()} className="underline">
        {t("elsewhere")}
      </a>
    </div>
  );
}

/** The topmost dialog while mounted. On unmount the focus returns to its former element. */
function useCover(title: string) {
  const cover = useRef<HTMLDialogElement>(null);
  // During this render the dialog that the cover replaces is still mounted.
  const [before] = useState(focusTargets);
  // A layout effect: the page is not painted again, and the other dialog is still mounted when the cover opens.
  useLayoutEffect(() => {
    const dialog = cover.current;
    if (!dialog) return;
    dialog.showModal();
    const page = document.documentElement;
    page.dataset.covered = "";
    const pageTitle = document.title;
    document.title = `${title} · Cotejo`;
    // A late answer may open another dialog above this one: reopening moves this dialog to the top.
    const opened = new MutationObserver((changes) => {
      if (changes.every(({ target }) => target === dialog || !(target instanceof HTMLDialogElement))) return;
      dialog.close();
      dialog.showModal();
    });
    opened.observe(document.body, { attributeFilter: ["open"], subtree: true });
    const keepKeys = (event: KeyboardEvent) => event.stopImmediatePropagation();
    window.addEventListener("keydown", keepKeys, { capture: true });
    return () => {
      opened.disconnect();
      window.removeEventListener("keydown", keepKeys, { capture: true });
      document.title = pageTitle;
      delete page.dataset.covered;
      dialog.close();
      const { activeElement } = document;
      // If the previously focused element is gone, the browser leaves the focus in the closed cover.
      if (activeElement === document.body || dialog.contains(activeElement)) {
        before.find((element) => element.isConnected)?.focus();
      }
    };
  }, [title, before]);
  return cover;
}
