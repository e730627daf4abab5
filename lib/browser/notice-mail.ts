import type { NoticeMail } from "#lib/contract/notices/mail-choice.ts";
import { put, queryOf } from "./api.ts";
import { accountKeys } from "./users.ts";

const PATH = "/api/account/notice-mail";

export const noticeMailOptions = queryOf<NoticeMail>([...accountKeys.all, "notice-mail"], PATH, { staleTime: 0 });

export const setNoticeMail = (body: Pick<NoticeMail, "choice" | "locale">): Promise<NoticeMail> => put(PATH, body);
