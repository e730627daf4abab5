import { ClipboardCheck, Keyboard, Languages, LogOut, type LucideIcon, Monitor, Moon, Shapes, Sun } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { PAGE_ACTIONS } from "#components/modules.ts";
import { signOutAndLeave } from "#lib/access/browser/session.ts";
import { takeNextReview } from "#lib/desk/browser/reviews.ts";
import { rememberTheme } from "#lib/platform/browser/preferences.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { showKeys } from "./keys-help.tsx";
import { useSwitchLanguage } from "./preferences.tsx";

type Action = { key: string; name: string; icon: LucideIcon; run: () => void };

export function useActions(role: Role): Action[] {
  const t = useTranslations("shell");
  const marks = useTranslations("marks");
  const router = useRouter();
  // Not on every page, and not where a phone shows the file instead of the queue.
  const legend = [...document.querySelectorAll<HTMLElement>("[data-marks-legend]")].find((one) =>
    one.checkVisibility(),
  );
  const { other, change } = useSwitchLanguage();
  const takeNext = () =>
    takeNextReview().then(
      (taken) => router.push(taken ? `/verifications/${encodeURIComponent(taken.verification_id)}` : "/review"),
      // The page of reviews then shows the error.
      () => router.push("/review"),
    );
  return [
    ...(may(role, "reviews.decide")
      ? [{ key: "take", name: t("palette.do.takeNext"), icon: ClipboardCheck, run: () => void takeNext() }]
      : []),
    ...PAGE_ACTIONS.filter(({ permission }) => may(role, permission)).map(({ key, href, icon }) => ({
      key,
      name: t(`palette.do.${key}`),
      icon,
      run: () => router.push(href),
    })),
    { key: "language", name: t(`language.${other}`), icon: Languages, run: change },
    { key: "light", name: t("palette.light"), icon: Sun, run: () => rememberTheme("light") },
    { key: "dark", name: t("palette.dark"), icon: Moon, run: () => rememberTheme("dark") },
    { key: "system", name: t("palette.system"), icon: Monitor, run: () => rememberTheme("system") },
    ...(legend ? [{ key: "marks", name: marks("title"), icon: Shapes, run: () => legend.click() }] : []),
    { key: "keys", name: t("showKeys"), icon: Keyboard, run: showKeys },
    // If signing out fails, the next page shows the signed-in user.
    {
      key: "sign-out",
      name: t("signOut"),
      icon: LogOut,
      run: () => void signOutAndLeave().catch(() => window.location.assign("/login")),
    },
  ];
}
