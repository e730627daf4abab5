import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { Section } from "#components/kit/section.tsx";
import { RelativeInstant } from "#components/kit/time.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import { rotationsElsewhereOptions, showRotationElsewhere } from "#lib/core/browser/keys.ts";
import type { AnotherKeyInput } from "#lib/core/contract/keys/key-input.ts";
import type { RotationElsewhere } from "#lib/core/contract/keys/keys.ts";
import { isUnderWay } from "#lib/core/contract/provisioning/flow.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Alert, AlertDescription } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { CancelDialog, type ElsewhereProps } from "./elsewhere-dialogs.tsx";
import { OrphanChoice } from "./key-choice.tsx";
import { KEY_QUERIES, TypedNameDialog } from "./key-dialogs.tsx";
import { ElsewhereSteps } from "./key-steps.tsx";
import { StillNeeded } from "./still-needed.tsx";

/** Open rotations of keys used elsewhere: every admin sees them until they are finished or cancelled. */
export function OpenRotations(props: ElsewhereProps) {
  const t = useTranslations("keys.elsewhere");
  const { data: rotations, isError: failed } = useQuery(rotationsElsewhereOptions());
  const open = rotations?.filter(isUnderWay) ?? [];
  if (failed && !rotations) return <p className="text-failed text-sm">{t("loadFailed")}</p>;
  if (open.length === 0) return null;
  return (
    <Section id="replacements" title={t("title")} count={open.length} flush>
      <ul className="divide-y divide-border">
        {open.map((rotation) => (
          <Task key={rotation.id} rotation={rotation} {...props} />
        ))}
      </ul>
    </Section>
  );
}

type TaskProps = ElsewhereProps & { rotation: RotationElsewhere };

function Task({ rotation, keys, onCreated, onEnded }: TaskProps) {
  const t = useTranslations("keys.elsewhere");
  const [ending, setEnding] = useState<"finish" | "cancel" | null>(null);
  const { state, value, old_name: name, new_name, fingerprint, problem } = rotation;
  const dialog = { onDone: onEnded, onClosed: () => setEnding(null) };
  const cancel = (
    <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => setEnding("cancel")}>
      {t("cancel.open")}
    </Button>
  );
  const another = <MakeAnother {...{ rotation, keys, onCreated }} />;
  return (
    <li className="space-y-4 p-4">
      <div className="space-y-0.5">
        <h3 className="wrap-anywhere font-medium text-sm">{t("of", { name })}</h3>
        <p className="text-muted-foreground text-xs">
          <span key={rotation.started_by === null ? "begun" : "begunBy"}>
            {t.rich(rotation.started_by === null ? "begun" : "begunBy", {
              ago: () => <RelativeInstant at={rotation.started_at} />,
              person: rotation.started_by ?? "",
            })}
          </span>
        </p>
      </div>
      <ElsewhereSteps rotation={rotation} />
      {problem && (
        <Alert variant="warning" role="status">
          <TriangleAlert aria-hidden />
          <AlertDescription>{t(`problem.${problem === "OUTCOME_UNKNOWN" ? "unknown" : "refused"}`)}</AlertDescription>
        </Alert>
      )}
      {state === "intent" && (
        <Next words={problem ? null : t("next.intent")}>
          {another}
          {cancel}
        </Next>
      )}
      {state === "created" && value === "held" && <Next words={t("next.held")}>{cancel}</Next>}
      {state === "created" && value === "unclaimed" && (
        <Next words={t("next.unclaimed")}>
          {another}
          <SwitchButton id={rotation.id} switched variant="outline" />
          {cancel}
        </Next>
      )}
      {state === "created" && value === "stored" && (
        <Next words={t("next.stored", { name, newName: new_name ?? "", fingerprint: fingerprint ?? "" })}>
          <SwitchButton id={rotation.id} switched />
          {another}
          {cancel}
        </Next>
      )}
      {state === "switched" && (
        <>
          <StillNeeded rotation={rotation} old={keys?.items.find(({ id }) => id === rotation.old_key_id)} />
          <Next words={t("next.switched", { name })}>
            <Button variant="destructive" size="sm" aria-haspopup="dialog" onClick={() => setEnding("finish")}>
              {t("finish.open")}
            </Button>
            <SwitchButton id={rotation.id} switched={false} variant="ghost" />
          </Next>
        </>
      )}
      <p className="rounded-md bg-muted px-3 py-2 text-xs">{t("closing")}</p>
      {ending === "finish" && (
        <TypedNameDialog
          {...dialog}
          of="keys.elsewhere.finish"
          values={{ name, newName: new_name ?? "" }}
          name={name}
          action="elsewhere"
          act={() =>
            api("POST /api/key-replacements/{replacement_id}/finish", { params: { replacement_id: rotation.id } })
          }
        />
      )}
      {ending === "cancel" && <CancelDialog {...dialog} rotation={rotation} keys={keys} />}
    </li>
  );
}

function Next({ words, children }: { words: string | null; children: ReactNode }) {
  return (
    <div className="space-y-2 text-sm">
      {words && <p className="wrap-anywhere">{words}</p>}
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}

type MakeAnotherProps = Omit<ElsewhereProps, "onEnded"> & { rotation: RotationElsewhere };

/** Creates another new key if the value of the first is lost or its creation failed; leftover keys are deleted first. */
function MakeAnother({ rotation, keys, onCreated }: MakeAnotherProps) {
  const t = useTranslations("keys.elsewhere");
  const [orphan, setOrphan] = useState<string | null | undefined>(undefined);
  const { run, isPending, error, stepUp } = useSecretChange(
    (body: AnotherKeyInput) =>
      api("POST /api/key-replacements/{replacement_id}/mint", { params: { replacement_id: rotation.id }, body }),
    { to: () => t("confirmTo"), onSuccess: onCreated, changes: KEY_QUERIES },
  );
  const { candidates } = rotation;
  const blocked = isPending || (candidates !== null && orphan === undefined);
  const primary = rotation.value !== "stored";
  return (
    <>
      {candidates !== null && <OrphanChoice candidates={candidates} keys={keys} value={orphan} onChange={setOrphan} />}
      <Button
        size="sm"
        variant={primary ? "default" : "ghost"}
        aria-disabled={blocked}
        onClick={() => run({ instead_of: rotation.new_key_id, orphan_id: orphan })}
      >
        {isPending
          ? t("start.working")
          : t(rotation.state === "intent" ? "again" : primary ? "another" : "lostAfterAll")}
      </Button>
      {error && <ActionFailure words="keys.problem" error={error} action="elsewhere" />}
      {stepUp}
    </>
  );
}

type SwitchButtonProps = {
  id: string;
  switched: boolean;
  variant?: "default" | "outline" | "ghost";
};

function SwitchButton({ id, switched, variant = "default" }: SwitchButtonProps) {
  const t = useTranslations("keys.elsewhere");
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      api(`${switched ? "POST" : "DELETE"} /api/key-replacements/{replacement_id}/switched`, {
        params: { replacement_id: id },
      }),
    onSuccess: (rotation) => showRotationElsewhere(client, rotation),
    onSettled: () => {
      for (const queryKey of KEY_QUERIES) void client.invalidateQueries({ queryKey });
    },
  });
  return (
    <>
      <Button size="sm" variant={variant} aria-disabled={isPending} onClick={() => mutate()}>
        {t(switched ? "switched" : "notSwitched")}
      </Button>
      {error && <ActionFailure words="keys.problem" error={error} action="elsewhere" />}
    </>
  );
}
