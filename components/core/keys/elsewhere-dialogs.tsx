import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChangeDialog } from "#components/core/secrets/secret-change.tsx";
import type { ListedKey, ListedKeys, RotatedKey, RotationElsewhere } from "#lib/core/contract/keys/keys.ts";
import { api } from "#lib/platform/browser/api.ts";
import { OrphanChoice } from "./key-choice.tsx";
import { type DialogProps, KEY_QUERIES, TypedNameDialog } from "./key-dialogs.tsx";

/** For all steps of a rotation: the loaded keys, and callbacks for a created key and an ended rotation. */
export type ElsewhereProps = {
  keys: ListedKeys | undefined;
  onCreated: (answer: RotatedKey) => void;
  onEnded: (ended: RotationElsewhere) => void;
};

type StartProps = DialogProps & Pick<ElsewhereProps, "onCreated"> & { listed: ListedKey };

/** Explains the steps of rotating a key before a new one is created. */
export function StartDialog({ listed, onCreated, ...props }: StartProps) {
  const t = useTranslations("keys.elsewhere.start");
  return (
    <ChangeDialog
      {...props}
      of="keys.elsewhere.start"
      values={{ name: listed.name ?? listed.id }}
      act={() => api("POST /api/key-replacements", { body: { old_key_id: listed.id } })}
      onDone={onCreated}
      changes={KEY_QUERIES}
      failure={{ words: "keys.problem", action: "elsewhere" }}
    >
      <ol className="list-decimal space-y-1 pl-5 text-sm">
        {(["create", "store", "switch", "delete"] as const).map((step) => (
          <li key={step}>{t(`steps.${step}`)}</li>
        ))}
      </ol>
    </ChangeDialog>
  );
}

type CancelProps = DialogProps &
  Pick<ElsewhereProps, "keys"> & { rotation: RotationElsewhere; onDone: (ended: RotationElsewhere) => void };

/** Cancels a rotation: the new key is deleted once its name has been typed, and the old key stays. */
export function CancelDialog({ rotation, keys, ...props }: CancelProps) {
  const t = useTranslations("keys.elsewhere.cancel");
  const [orphan, setOrphan] = useState<string | null | undefined>(undefined);
  const { candidates, old_name, new_key_id } = rotation;
  const name = new_key_id === null ? old_name : (rotation.new_name ?? new_key_id);
  return (
    <TypedNameDialog
      {...props}
      of="keys.elsewhere.cancel"
      values={{ name: old_name }}
      about={
        <>
          <p>{t(new_key_id === null ? "aboutNone" : "about", { name })}</p>
          {candidates !== null && (
            <OrphanChoice candidates={candidates} keys={keys} value={orphan} onChange={setOrphan} />
          )}
        </>
      }
      name={name}
      action="elsewhere"
      act={() =>
        api("DELETE /api/key-replacements/{replacement_id}", {
          params: { replacement_id: rotation.id },
          body: { new_key_id, orphan_id: orphan },
        })
      }
    />
  );
}
