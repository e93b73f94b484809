/** `end_user` now counts live memories only: an archived memory has no user, as it has no project. */
export const liveEndUsers = `
  DROP TRIGGER end_user_gains;
  DROP TRIGGER end_user_loses;
  DELETE FROM end_user;
  INSERT INTO end_user SELECT owner, user_id, count(*) FROM memory WHERE aside = 0 GROUP BY owner, user_id;
  CREATE TRIGGER end_user_gains AFTER INSERT ON memory WHEN new.aside = 0 BEGIN
    INSERT INTO end_user VALUES (new.owner, new.user_id, 1)
      ON CONFLICT (owner, user_id) DO UPDATE SET memories = memories + 1;
  END;
  CREATE TRIGGER end_user_gains_back AFTER UPDATE OF aside ON memory WHEN old.aside = 1 AND new.aside = 0 BEGIN
    INSERT INTO end_user VALUES (new.owner, new.user_id, 1)
      ON CONFLICT (owner, user_id) DO UPDATE SET memories = memories + 1;
  END;
  CREATE TRIGGER end_user_loses AFTER DELETE ON memory WHEN old.aside = 0 BEGIN
    UPDATE end_user SET memories = memories - 1 WHERE owner = old.owner AND user_id = old.user_id;
    DELETE FROM end_user WHERE owner = old.owner AND user_id = old.user_id AND memories = 0;
  END;
  CREATE TRIGGER end_user_loses_aside AFTER UPDATE OF aside ON memory WHEN old.aside = 0 AND new.aside = 1 BEGIN
    UPDATE end_user SET memories = memories - 1 WHERE owner = old.owner AND user_id = old.user_id;
    DELETE FROM end_user WHERE owner = old.owner AND user_id = old.user_id AND memories = 0;
  END;
`;
