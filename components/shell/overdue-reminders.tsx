"use client";

import { useQuery } from "@tanstack/react-query";
import { useNow, useTranslations } from "next-intl";
import { rotationsElsewhereOptions } from "#lib/browser/keys.ts";
import type { RotationElsewhere } from "#lib/contract/keys/keys.ts";
import { isUnderWay } from "#lib/contract/provisioning/flow.ts";
import { ProblemRow, WayOut } from "./problems.tsx";

const REMINDED_EVERY_MS = 60_000;

/** Open key replacements without progress: two keys are valid instead of one. */
export function OverdueReminders() {
  const t = useTranslations("shell.trouble");
  const now = useNow({ updateInterval: REMINDED_EVERY_MS });
  const { data } = useQuery({ ...rotationsElsewhereOptions(), refetchInterval: REMINDED_EVERY_MS });
  return overdue(data ?? [], now).map(({ id, old_name: name, started_at }) => (
    <ProblemRow key={id} title={t("rotation_open.title", { name })} body={t("rotation_open.body")} since={started_at}>
      <WayOut href="/keys" label={t("rotation_open.goOn")} />
    </ProblemRow>
  ));
}

/** Time before a reminder, because two keys are valid instead of one. */
const REMIND_MS = 24 * 60 * 60 * 1000;

/** The open rotations without a step for a day. */
export const overdue = (rotations: readonly RotationElsewhere[], now: Date): RotationElsewhere[] =>
  rotations.filter((rotation) => isUnderWay(rotation) && now.getTime() - lastStep(rotation) >= REMIND_MS);

const lastStep = ({ started_at, created_at, stored_at, switched_at }: RotationElsewhere): number =>
  Math.max(...[started_at, created_at, stored_at, switched_at].flatMap((at) => (at === null ? [] : Date.parse(at))));
