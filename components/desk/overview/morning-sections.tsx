import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useDifferenceWords } from "#components/desk/review/differences.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Section } from "#components/kit/section.tsx";
import { RelativeInstant } from "#components/kit/time.tsx";
import { useShownCount } from "#components/kit/words.tsx";
import {
  addressOfMorning,
  type Morning,
  type MorningFile,
  type ReturnedFile,
} from "#lib/core/contract/verifications/morning.ts";
import { DESK } from "#lib/desk/contract/review/lanes.ts";
import { shortId } from "#lib/platform/contract/text.ts";

/** The first files of each section, with the reason; empty sections are left out. */
export function MorningSections({ returned, answered, handed, ...morning }: Morning) {
  const t = useTranslations("morning");
  const review = useTranslations("review");
  const returnedWords = useReturnedWords();
  return (
    <div className="grid items-start gap-4 empty:hidden xl:grid-cols-2">
      <Files {...morning} id="returned" files={returned} wordsOf={returnedWords} />
      <Files
        {...morning}
        id="answered"
        files={answered}
        wordsOf={({ points }) => (points ? t("points", points) : review("reason.answered"))}
      />
      <Files {...morning} id="handed" files={handed} wordsOf={({ by }) => t("by", { name: by })} />
    </div>
  );
}

type FilesProps<File> = Pick<Morning, "since" | "counts"> & {
  id: "returned" | "answered" | "handed";
  files: readonly File[];
  wordsOf: (file: File) => string;
};

function Files<File extends MorningFile>({ id, since, counts, files, wordsOf }: FilesProps<File>): ReactNode {
  const t = useTranslations("morning");
  const shown = useShownCount();
  const deskOf = useDeskAddress();
  if (files.length === 0) return null;
  return (
    <Section
      id={id}
      title={t(id)}
      flush
      aside={
        counts[id] !== files.length && (
          <Link href={addressOfMorning(id, since)} className="rounded hover:text-foreground">
            {t("all", { count: shown(counts[id]) })}
          </Link>
        )
      }
    >
      <ul className="divide-y divide-border">
        {files.map((file) => (
          <li
            key={file.verification_id}
            className="relative grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 px-4 py-2 text-sm hover:bg-muted/50"
          >
            <Link href={deskOf(file)} className="truncate font-medium after:absolute after:inset-0">
              <span>
                {file.title ?? file.tag ?? (
                  <code translate="no" className="text-xs">
                    {shortId(file.verification_id)}
                  </code>
                )}
              </span>
              {file.title !== null && file.tag !== null && (
                <span className="ml-2 font-normal text-muted-foreground text-xs">{file.tag}</span>
              )}
            </Link>
            <span className="relative text-muted-foreground text-xs tabular-nums">
              <RelativeInstant at={file.at} />
            </span>
            <span className="wrap-anywhere col-span-2 line-clamp-2 text-muted-foreground text-xs">{wordsOf(file)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The address of a file in its lane of the desk. */
function useDeskAddress(): (file: MorningFile) => string {
  const { id } = useCurrentUser();
  return ({ verification_id: file, state, assignee }) => {
    const lane = state === "waiting" ? "waiting" : assignee?.user_id === id ? "mine" : "unassigned";
    return `/review?${DESK.write({ lane, file })}`;
  };
}

/** The cause of a return: the approver, else the first difference, else the reasons of the review. */
function useReturnedWords(): (file: ReturnedFile) => string {
  const t = useTranslations("morning");
  const review = useTranslations("review");
  const difference = useDifferenceWords();
  return ({ reasons, difference: first, more, returned_by }) => {
    if (returned_by) {
      const by = review("returnedBy", { name: returned_by.name });
      return returned_by.reason === null ? by : `${by}: “${returned_by.reason}”`;
    }
    if (!first) return reasons.map((reason) => review(`reason.${reason}`)).join(" · ");
    return more > 0 ? `${difference(first)} ${t("more", { count: more })}` : difference(first);
  };
}
