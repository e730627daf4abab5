import { Download } from "lucide-react";
import dynamic from "next/dynamic";
import { useFormatter, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { ShortCurp } from "#components/core/people/short-curp.tsx";
import { useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { saveFile } from "#components/kit/save-file.ts";
import { Section } from "#components/kit/section.tsx";
import { RowLink, SectionRows } from "#components/kit/section-rows.tsx";
import { WholeTags } from "#components/kit/whole-tags.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import { fileName, shortId } from "#lib/platform/contract/text.ts";
import { arcoKeys, extractArco } from "#lib/records/browser/arco.ts";
import {
  type ArcoDetail,
  isCertain,
  KEPT_KINDS,
  type KeptFile,
  type KeptPerson,
  wasSearched,
} from "#lib/records/contract/privacy/arco.ts";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";

const EraseDialog = dynamic(() =>
  import("#components/records/file/erase-dialog.tsx").then((module) => module.EraseDialog),
);

const FORMATS = ["xlsx", "json"] as const;

/** All stored data about the subject, and its export for the people that the reader has selected. */
export function KeptSection({ detail: { request_id, subject, kept, kind, due_at } }: { detail: ArcoDetail }) {
  const t = useTranslations("arco");
  const format = useFormatter();
  const [erasing, setErasing] = useState<string | null>(null);
  // A cancellation is carried out on files, until the request is closed.
  const erases = useCurrentUser().may("verifications.erase") && kind === "cancellation" && due_at !== null;
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isChosen = (person: KeptPerson) => changed.get(person.key) ?? isCertain(person);
  const keys = kept.people.filter(isChosen).map(({ key }) => key);
  const { run, isPending, error, stepUp } = useSecretChange(
    async (as: (typeof FORMATS)[number]) =>
      saveFile(await extractArco(request_id, as, keys), `arco-${request_id}.${as}`),
    { to: () => t("extract.confirmTo"), changes: [arcoKeys.detail(request_id)] },
  );
  const { file, curp_unusual } = kept;
  const notes = (
    <div className="space-y-2 px-4 pt-3 text-sm empty:hidden">
      {file && file.state !== "known" && <Remark mark="warning">{t(`kept.file.${file.state}`)}</Remark>}
      {curp_unusual && <Remark mark="warning">{t("kept.curpUnusual")}</Remark>}
    </div>
  );
  if (!wasSearched(subject, kept)) {
    return (
      <Section id="kept" title={t("kept.title")} flush>
        <div className="pb-4">{notes}</div>
      </Section>
    );
  }
  const nobody = subject.name === null && subject.curp === null ? "nobodyInFile" : "nobody";
  return (
    <Section id="kept" title={t("kept.title")} flush>
      <p className="px-4 pt-3 text-muted-foreground text-xs">{t("kept.about")}</p>
      {notes}
      <h3 className="px-4 pt-3 font-medium text-sm">{t("kept.people")}</h3>
      <SectionRows rows={kept.people} empty={t(`kept.${nobody}`)}>
        {(person) => (
          <PersonRow
            key={person.key}
            person={person}
            file={nameOfKept(person.verification_id, kept.files)}
            chosen={isChosen(person)}
            onChange={(on) => setChanged(new Map(changed).set(person.key, on))}
          />
        )}
      </SectionRows>
      {typeof kept.found === "object" && (
        <Remark mark="warning" className="px-4 py-2 text-sm">
          {t("kept.atLeast", { count: format.number(kept.people.length) })}
        </Remark>
      )}
      <h3 className="border-border border-t px-4 pt-3 font-medium text-sm">{t("kept.files")}</h3>
      <SectionRows rows={kept.files} empty={t("kept.noFiles")}>
        {(file) => (
          <FileRow key={file.verification_id} file={file}>
            {erases && (
              <Button
                size="sm"
                variant="outline"
                aria-haspopup="dialog"
                onClick={() => setErasing(file.verification_id)}
              >
                {t("kept.erase")}
              </Button>
            )}
          </FileRow>
        )}
      </SectionRows>
      <div className="space-y-2 border-border border-t p-4">
        <p className="text-muted-foreground text-xs">{t("extract.about", { count: keys.length })}</p>
        <div className="flex flex-wrap gap-2">
          {FORMATS.map((as) => (
            <Button
              key={as}
              size="sm"
              variant="outline"
              aria-disabled={isPending}
              onClick={() => !isPending && run(as)}
            >
              <Download aria-hidden />
              <span>{isPending ? t("extract.working") : t(`extract.${as}`)}</span>
            </Button>
          ))}
        </div>
        <ActionFailure words="arco.problem" error={error} />
      </div>
      {stepUp}
      {erasing !== null && <EraseDialog verificationId={erasing} onClosed={() => setErasing(null)} />}
    </Section>
  );
}

/** The name of a file by the files of the answer, which may have left it out. */
export function nameOfKept(id: string, files: readonly KeptFile[]): string {
  const file = files.find(({ verification_id }) => verification_id === id);
  return (file && fileName(file)) ?? shortId(id);
}

type PersonRowProps = { person: KeptPerson; file: string; chosen: boolean; onChange: (chosen: boolean) => void };

function PersonRow({ person, file, chosen, onChange }: PersonRowProps) {
  const t = useTranslations("arco.kept");
  const { verification_id, people_id, curp, match } = person;
  const name = person.name ?? t("unnamed");
  const page = `/verifications/${encodeURIComponent(verification_id)}/people/${people_id}`;
  return (
    <li className="flex items-start gap-3 px-4 py-2.5 text-sm">
      <Checkbox aria-label={t("choose", { name })} checked={chosen} onCheckedChange={onChange} className="mt-0.5" />
      <div className="min-w-0 flex-1 space-y-0.5">
        <p className="wrap-anywhere">{people_id === null ? name : <RowLink href={page}>{name}</RowLink>}</p>
        <p className="flex flex-wrap gap-x-3 text-muted-foreground text-xs">
          <span className={match === "curp" || match === "name" ? "text-foreground" : undefined}>
            {t(`match.${match}`)}
          </span>
          {curp !== null && (
            <span>
              <ShortCurp shown={curp} />
            </span>
          )}
          <span translate="no" className="wrap-anywhere">
            <WholeTags>{file}</WholeTags>
          </span>
        </p>
      </div>
    </li>
  );
}

type FileRowProps = { file: KeptFile; children: ReactNode };

function FileRow({ file: { verification_id, tag, title, counts }, children }: FileRowProps) {
  const t = useTranslations("arco");
  const format = useFormatter();
  const name = title ?? tag ?? verification_id;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-2.5 text-sm">
      <div className="min-w-0 space-y-0.5">
        <RowLink
          href={`/verifications/${encodeURIComponent(verification_id)}`}
          aria-label={t("kept.openFile", { name })}
          className="wrap-anywhere"
        >
          {name}
        </RowLink>
        <p className="flex flex-wrap gap-x-3 text-muted-foreground text-xs tabular-nums">
          {KEPT_KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
            <span key={kind}>
              {t("kept.count", { kind: t(`extract.kind.${kind}`), number: format.number(counts[kind]) })}
            </span>
          ))}
        </p>
      </div>
      {children}
    </li>
  );
}
