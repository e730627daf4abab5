import { useTranslations } from "next-intl";
import { StepList } from "#components/keys/step-list.tsx";
import { isOpen, type KeyReplacement } from "#lib/contract/keys/keys.ts";

/** The steps of a replacement, each with its time. */
export function ReplacementSteps({ replacement }: { replacement: KeyReplacement }) {
  const t = useTranslations("keys.replacement.step");
  const open = isOpen(replacement);
  const steps = [
    { id: "created", at: replacement.created_at },
    { id: "stored", at: replacement.stored_at },
    { id: "switched", at: replacement.switched_at },
    { id: replacement.state === "cancelled" ? "cancelled" : "done", at: replacement.ended_at },
  ] as const;
  const next = open
    ? steps.findIndex(({ id, at }) => at === null && !(id === "stored" && replacement.switched_at))
    : -1;
  return (
    <StepList
      label={t("title", { name: replacement.old_name })}
      steps={steps
        .filter(({ at }) => open || at !== null)
        .map(({ id, at }, index) => ({ id, words: t(id), at, active: index === next }))}
    />
  );
}
