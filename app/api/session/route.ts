export {
  deleteSession as DELETE,
  getSession as GET,
  postSession as POST,
} from "#lib/edge/server/handlers/session.ts";
