import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { ChangeDialog } from "#components/core/secrets/secret-change.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import { useDayFormat } from "#components/kit/time.tsx";
import type { DecisionsPeriod } from "#lib/desk/browser/decisions.ts";
import { samplesKey } from "#lib/desk/browser/samples.ts";
import { MAX_SEED } from "#lib/desk/contract/review/log.ts";
import { MAX_SAMPLED } from "#lib/desk/contract/review/sample.ts";
import { api } from "#lib/platform/browser/api.ts";

const USUAL_SIZE = 25;

type Props = { asked: DecisionsPeriod; onClosed: () => void };

/** Asks for the size and the seed of a sample of the decisions of a period, and leads to its worksheet. */
export function DrawDialog({ asked, onClosed }: Props) {
  const t = useTranslations("samples.draw");
  const day = useDayFormat();
  const router = useRouter();
  return (
    <ChangeDialog
      of="samples.draw"
      values={{ from: day(asked.from), to: day(asked.to) }}
      act={(form) =>
        api("POST /api/review/samples", {
          body: { ...asked, size: Number(form.get("size")), seed: String(form.get("seed")).trim() },
        })
      }
      onDone={({ sample_id }) => router.push(`/decisions/samples/${sample_id}`)}
      changes={[samplesKey]}
      onClosed={onClosed}
      failure={{ words: "samples.problem" }}
    >
      <TextField
        label={t("size")}
        name="size"
        type="number"
        required
        min={1}
        max={MAX_SAMPLED}
        defaultValue={USUAL_SIZE}
      />
      <TextField label={t("seed")} hint={t("seedHint")} name="seed" maxLength={MAX_SEED} autoComplete="off" />
    </ChangeDialog>
  );
}
