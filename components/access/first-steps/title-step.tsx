import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { Failure } from "#components/kit/message.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { chooseTitleFields, titleFieldsOptions } from "#lib/core/browser/title-fields.ts";
import { fieldName, suggestedFields, type TitleFieldsState } from "#lib/core/contract/verifications/title-fields.ts";
import { Button } from "@/components/ui/button";

/** The suggested fields for a file's title and tax id, chosen by one press. */
export function TitleStep({ state, onChosen }: { state: TitleFieldsState; onChosen: () => void }) {
  const t = useTranslations("first-steps.titles");
  const problem = useErrorWords("shell.problem");
  const client = useQueryClient();
  const choose = useSecretChange(chooseTitleFields, {
    to: () => t("confirmTo"),
    onSuccess: (saved) => {
      onChosen();
      client.setQueryData(titleFieldsOptions.queryKey, saved);
    },
  });
  const [title] = suggestedFields(state, "title");
  const [taxId] = suggestedFields(state, "tax_id");
  if (!title) return null;
  const suggested = [title, ...(taxId ? [taxId] : [])];
  return (
    <div className="mt-1.5 space-y-1.5">
      <ul className="wrap-anywhere text-xs">
        {suggested.map(({ path, files: count }) => (
          <li key={path}>{t("suggested", { field: fieldName(path), count, files: state.files })}</li>
        ))}
      </ul>
      <Button
        variant="outline"
        size="sm"
        aria-disabled={choose.isPending}
        onClick={() => choose.run({ title: [title.path], tax_id: taxId ? [taxId.path] : [] })}
      >
        {t(choose.isPending ? "saving" : "use", { count: suggested.length })}
      </Button>
      <Failure says={choose.error && problem(choose.error)} />
      {choose.stepUp}
    </div>
  );
}
