import type { NoticeMail } from "#lib/contract/notices/mail-choice.ts";
import { api, queryOf } from "./api.ts";
import { accountKeys } from "./users.ts";

export const noticeMailOptions = queryOf([...accountKeys.all, "notice-mail"], "GET /api/account/notice-mail", {
  staleTime: 0,
});

export const setNoticeMail = (body: Pick<NoticeMail, "choice" | "locale">): Promise<NoticeMail> =>
  api("PUT /api/account/notice-mail", { body });
