export {
  deleteSession as DELETE,
  getSession as GET,
  postSession as POST,
} from "#lib/server/handlers/session.ts";
