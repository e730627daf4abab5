"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Safari alone takes `http://localhost` for insecure, and throws away what has to be sent securely. */
const losesTheSession = (): boolean =>
  window.location.protocol === "http:" && navigator.vendor.startsWith("Apple") && /Safari\//.test(navigator.userAgent);

/** Says beforehand, and only there, that this browser will not keep the session. */
export function SafariNote() {
  const t = useTranslations("access.signIn");
  const here = useSyncExternalStore(never, losesTheSession, () => false);
  if (!here) return null;
  return (
    <p role="note" className="flex items-start gap-2 rounded-md border border-medium/40 bg-medium/10 p-3 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-medium" />
      {t("safari")}
    </p>
  );
}
