import { queryOf } from "./api.ts";
import { accountKeys } from "./users.ts";

export const noticeMailOptions = queryOf([...accountKeys.all, "notice-mail"], "GET /api/account/notice-mail", {
  staleTime: 0,
});
