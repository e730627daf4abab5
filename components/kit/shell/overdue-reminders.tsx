import { useQuery } from "@tanstack/react-query";
import { useNow, useTranslations } from "next-intl";
import { rotationsElsewhereOptions } from "#lib/core/browser/keys.ts";
import type { RotationElsewhere } from "#lib/core/contract/keys/keys.ts";
import { isUnderWay } from "#lib/core/contract/provisioning/flow.ts";
import { ProblemRow, WayOut } from "./problem-row.tsx";

const POLL_INTERVAL_MS = 60_000;

/** Reminds of open key rotations without progress, since two keys are valid meanwhile. */
export function OverdueReminders() {
  const t = useTranslations("shell.trouble");
  const now = useNow({ updateInterval: POLL_INTERVAL_MS });
  const { data } = useQuery({ ...rotationsElsewhereOptions(), refetchInterval: POLL_INTERVAL_MS });
  return overdue(data ?? [], now).map(({ id, old_name: name, started_at }) => (
    <ProblemRow key={id} title={t("rotation_open.title", { name })} body={t("rotation_open.body")} since={started_at}>
      <WayOut href="/keys" label={t("rotation_open.goOn")} />
    </ProblemRow>
  ));
}

const REMIND_AFTER_MS = 24 * 60 * 60 * 1000;

/** The open rotations whose last step was a day ago or more. */
export const overdue = (rotations: readonly RotationElsewhere[], now: Date): RotationElsewhere[] =>
  rotations.filter((rotation) => isUnderWay(rotation) && now.getTime() - lastStep(rotation) >= REMIND_AFTER_MS);

const lastStep = ({ started_at, created_at, stored_at, switched_at }: RotationElsewhere): number =>
  Math.max(...[started_at, created_at, stored_at, switched_at].flatMap((at) => (at === null ? [] : Date.parse(at))));
