import { useFormatter, useTranslations } from "next-intl";
import type { KeepingGround } from "#lib/desk/contract/custody/custody.ts";

/** 'KeepingGround until 24 Nov 2036, because it was accepted on 24 Nov 2026', with the profile. */
export function KeptWords({ kept }: { kept: KeepingGround }) {
  const t = useTranslations("custody.kept");
  const format = useFormatter();
  const day = (at: string) => format.dateTime(new Date(at), { dateStyle: "medium" });
  if (kept.because === "hold") return t("hold");
  const { because, since, until, profile } = kept;
  if (until === null) return t("variables");
  return t(because, { until: day(until), since: day(since), profile: t(`profile.${profile}`) });
}
