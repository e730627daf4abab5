"use client";

import { useQuery } from "@tanstack/react-query";
import { useNow, useTranslations } from "next-intl";
import { overdue } from "#components/keys/overdue-replacements.ts";
import { keyReplacementsOptions } from "#lib/browser/keys.ts";
import { ProblemRow, ToKeys } from "./problems.tsx";

const REMINDED_EVERY_MS = 60_000;

/** Rotations of keys used elsewhere that were not continued: two keys work where one should. */
export function OverdueReminders() {
  const t = useTranslations("shell.trouble");
  const now = useNow({ updateInterval: REMINDED_EVERY_MS });
  const { data } = useQuery({ ...keyReplacementsOptions(), refetchInterval: REMINDED_EVERY_MS });
  return overdue(data ?? [], now).map(({ id, old_name: name, started_at }) => (
    <ProblemRow key={id} title={t("rotation_open.title", { name })} body={t("rotation_open.body")} since={started_at}>
      <ToKeys label={t("rotation_open.goOn")} />
    </ProblemRow>
  ));
}
