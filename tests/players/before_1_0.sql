-- Our tables and our recorded migrations on SQLite, as the last version before 1.0.0 left them. It never changes.
CREATE TABLE "cache" ( "cache_key" varchar(255) NOT NULL PRIMARY KEY, "value" text NOT NULL, "expires" datetime NOT NULL );
CREATE TABLE "players_formername" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(80) NOT NULL, "key" varchar(240) NOT NULL, "left_at" datetime NOT NULL, "player_id" bigint NOT NULL REFERENCES "players_player" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "former_name_is_kept_once" UNIQUE ("player_id", "key"));
CREATE TABLE "players_noticesettings" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "result" bool NOT NULL, "dispute" bool NOT NULL, "challenge" bool NOT NULL, "correction" bool NOT NULL, "moved_by" real NOT NULL, "user_id" integer NOT NULL UNIQUE REFERENCES "auth_user" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "players_notice" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "kind" varchar(12) NOT NULL, "text" varchar(600) NOT NULL, "url" varchar(200) NOT NULL, "at" datetime NOT NULL, "read_at" datetime NULL, "mail_due" bool NOT NULL, "attempts" integer unsigned NOT NULL CHECK ("attempts" >= 0), "tried_at" datetime NULL, "mailed_at" datetime NULL, "player_id" bigint NOT NULL REFERENCES "players_player" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "players_club" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(80) NOT NULL, "names" varchar(10) NOT NULL, "time_zone" varchar(64) NOT NULL, "second_factor" bool NOT NULL, CONSTRAINT "there_is_one_club" CHECK ("id" = 1));
CREATE TABLE "players_claim" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "asked_at" datetime NOT NULL, "player_id" bigint NOT NULL REFERENCES "players_player" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" integer NOT NULL UNIQUE REFERENCES "auth_user" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "players_invitation" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "digest" varchar(64) NOT NULL UNIQUE, "made_at" datetime NOT NULL, "expires_at" datetime NOT NULL, "used_at" datetime NULL, "joined" integer unsigned NOT NULL CHECK ("joined" >= 0), "made_by_id" integer NULL REFERENCES "auth_user" ("id") DEFERRABLE INITIALLY DEFERRED, "player_id" bigint NULL REFERENCES "players_player" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "players_player" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(80) NOT NULL, "key" varchar(240) NOT NULL UNIQUE, "joined_at" datetime NOT NULL, "user_id" integer NULL UNIQUE REFERENCES "auth_user" ("id") DEFERRABLE INITIALLY DEFERRED, "retired_on" date NULL, "sits_out_until" date NULL, "hidden" bool NOT NULL, "nickname" varchar(80) NOT NULL, "merged_into_id" bigint NULL REFERENCES "players_player" ("id") DEFERRABLE INITIALLY DEFERRED, "erased_at" datetime NULL, CONSTRAINT "player_has_a_name" CHECK (NOT ("name" = '')), CONSTRAINT "player_is_not_merged_into_themselves" CHECK (("merged_into_id" IS NULL OR NOT ("merged_into_id" = ("id") AND "merged_into_id" IS NOT NULL))));
CREATE TABLE "players_setasideaccount" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "was_swapped" bool NOT NULL, "email" varchar(254) NOT NULL, "addresses" text NOT NULL CHECK ((JSON_VALID("addresses") OR "addresses" IS NULL)), "roles" text NOT NULL CHECK ((JSON_VALID("roles") OR "roles" IS NULL)), "at" datetime NOT NULL, "player_id" bigint NOT NULL UNIQUE REFERENCES "players_player" ("id") DEFERRABLE INITIALLY DEFERRED, "stays_id" integer NOT NULL REFERENCES "auth_user" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" integer NOT NULL UNIQUE REFERENCES "auth_user" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "players_outboxmessage" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "to" varchar(254) NOT NULL, "subject" varchar(250) NOT NULL, "body" text NOT NULL, "error" varchar(300) NOT NULL, "at" datetime NOT NULL, "due_at" datetime NULL, "tries" smallint unsigned NOT NULL CHECK ("tries" >= 0));
CREATE TABLE "ladder_matchrevision" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" integer unsigned NOT NULL CHECK ("number" >= 0), "verb" varchar(10) NOT NULL, "by_name" varchar(150) NOT NULL, "at" datetime NOT NULL, "reason" varchar(300) NOT NULL, "version" text NOT NULL CHECK ((JSON_VALID("version") OR "version" IS NULL)), "by_id" integer NULL REFERENCES "auth_user" ("id") DEFERRABLE INITIALLY DEFERRED, "match_id" bigint NOT NULL REFERENCES "ladder_match" ("id") DEFERRABLE INITIALLY DEFERRED, "proposed" text NULL CHECK ((JSON_VALID("proposed") OR "proposed" IS NULL)), CONSTRAINT "revision_number_is_unique" UNIQUE ("match_id", "number"));
CREATE TABLE "ladder_opening" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "points" real NOT NULL, "experience" integer unsigned NOT NULL CHECK ("experience" >= 0), "memory" text NULL CHECK ((JSON_VALID("memory") OR "memory" IS NULL)), "as_of" date NULL, "played" integer unsigned NOT NULL CHECK ("played" >= 0), "won" integer unsigned NOT NULL CHECK ("won" >= 0), "drawn" integer unsigned NOT NULL CHECK ("drawn" >= 0), "lost" integer unsigned NOT NULL CHECK ("lost" >= 0), "died" integer unsigned NOT NULL CHECK ("died" >= 0), "source" varchar(10) NOT NULL, "board_id" bigint NOT NULL REFERENCES "ladder_board" ("id") DEFERRABLE INITIALLY DEFERRED, "player_id" bigint NOT NULL REFERENCES "players_player" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_opening_per_player_and_board" UNIQUE ("board_id", "player_id"));
CREATE TABLE "ladder_season" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "slug" varchar(50) NOT NULL, "name" varchar(80) NOT NULL, "starts_on" date NULL, "ends_on" date NULL, "opening_rule" varchar(10) NOT NULL, "factor" real NOT NULL, "closed_at" datetime NULL, "ladder_id" bigint NOT NULL REFERENCES "ladder_ladder" ("id") DEFERRABLE INITIALLY DEFERRED, "winner_id" bigint NULL REFERENCES "players_player" ("id") DEFERRABLE INITIALLY DEFERRED, "opens_from_id" bigint NULL UNIQUE REFERENCES "ladder_season" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "season_slug_is_unique_in_its_ladder" UNIQUE ("ladder_id", "slug"), CONSTRAINT "season_ends_after_it_starts" CHECK (("starts_on" IS NULL OR "ends_on" IS NULL OR "ends_on" >= ("starts_on"))), CONSTRAINT "season_factor_is_a_share" CHECK (("factor" >= 0.0 AND "factor" <= 1.0)));
CREATE TABLE "ladder_ratingchange" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "before_points" real NOT NULL, "before_experience" integer unsigned NOT NULL CHECK ("before_experience" >= 0), "before_memory" text NULL CHECK ((JSON_VALID("before_memory") OR "before_memory" IS NULL)), "before_as_of" date NULL, "after_points" real NOT NULL, "after_experience" integer unsigned NOT NULL CHECK ("after_experience" >= 0), "after_memory" text NULL CHECK ((JSON_VALID("after_memory") OR "after_memory" IS NULL)), "after_as_of" date NULL, "at_start" text NULL CHECK ((JSON_VALID("at_start") OR "at_start" IS NULL)), "board_id" bigint NOT NULL REFERENCES "ladder_board" ("id") DEFERRABLE INITIALLY DEFERRED, "participant_id" bigint NOT NULL REFERENCES "ladder_participant" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_change_per_participant" UNIQUE ("participant_id", "board_id"));
CREATE TABLE "ladder_role" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "role" varchar(10) NOT NULL, "ladder_id" bigint NOT NULL REFERENCES "ladder_ladder" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" integer NOT NULL REFERENCES "auth_user" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_role_per_ladder_and_account" UNIQUE ("ladder_id", "user_id"), CONSTRAINT "role_is_known" CHECK ("role" IN ('organiser', 'recorder')));
CREATE TABLE "ladder_venuecode" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "digest" varchar(64) NOT NULL, "made_at" datetime NOT NULL, "ladder_id" bigint NOT NULL UNIQUE REFERENCES "ladder_ladder" ("id") DEFERRABLE INITIALLY DEFERRED, "made_by_id" integer NULL REFERENCES "auth_user" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "ladder_challenge" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "kind" varchar(20) NOT NULL, "places" smallint unsigned NOT NULL CHECK ("places" >= 0), "facts" text NOT NULL CHECK ((JSON_VALID("facts") OR "facts" IS NULL)), "made_at" datetime NOT NULL, "answer_by" datetime NOT NULL, "status" varchar(10) NOT NULL, "accepted_at" datetime NULL, "play_by" datetime NULL, "reminded_at" datetime NULL, "by_id" bigint NOT NULL REFERENCES "players_player" ("id") DEFERRABLE INITIALLY DEFERRED, "match_id" bigint NULL UNIQUE REFERENCES "ladder_match" ("id") DEFERRABLE INITIALLY DEFERRED, "season_id" bigint NOT NULL REFERENCES "ladder_season" ("id") DEFERRABLE INITIALLY DEFERRED, "note" varchar(200) NOT NULL, CONSTRAINT "challenge_has_places" CHECK ("places" BETWEEN 2 AND 20), CONSTRAINT "challenge_is_dated_when_accepted" CHECK ((("accepted_at" IS NOT NULL AND "play_by" IS NOT NULL AND "status" = 'accepted') OR (NOT ("status" = 'accepted') AND "accepted_at" IS NULL AND "match_id" IS NULL AND "play_by" IS NULL))), CONSTRAINT "challenge_status_is_known" CHECK ("status" IN ('open', 'accepted', 'declined', 'withdrawn', 'called-off')));
CREATE TABLE "ladder_event" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "verb" varchar(12) NOT NULL, "by_name" varchar(150) NOT NULL, "at" datetime NOT NULL, "reason" varchar(300) NOT NULL, "old" varchar(300) NOT NULL, "new" varchar(300) NOT NULL, "matches" integer unsigned NOT NULL CHECK ("matches" >= 0), "after" bigint unsigned NOT NULL CHECK ("after" >= 0), "by_id" integer NULL REFERENCES "auth_user" ("id") DEFERRABLE INITIALLY DEFERRED, "into_id" bigint NULL REFERENCES "players_player" ("id") DEFERRABLE INITIALLY DEFERRED, "ladder_id" bigint NOT NULL REFERENCES "ladder_ladder" ("id") DEFERRABLE INITIALLY DEFERRED, "player_id" bigint NULL REFERENCES "players_player" ("id") DEFERRABLE INITIALLY DEFERRED, "season_id" bigint NULL REFERENCES "ladder_season" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "ladder_adjustment" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "before" real NULL, "after" real NULL, "player_id" bigint NOT NULL REFERENCES "players_player" ("id") DEFERRABLE INITIALLY DEFERRED, "board_id" bigint NOT NULL REFERENCES "ladder_board" ("id") DEFERRABLE INITIALLY DEFERRED, "revision_id" bigint NULL REFERENCES "ladder_matchrevision" ("id") DEFERRABLE INITIALLY DEFERRED, "event_id" bigint NULL REFERENCES "ladder_event" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "adjustment_has_one_cause" CHECK ((("event_id" IS NOT NULL AND "revision_id" IS NULL) OR ("event_id" IS NULL AND "revision_id" IS NOT NULL))));
CREATE TABLE "ladder_standing" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "points" real NOT NULL, "experience" integer unsigned NOT NULL CHECK ("experience" >= 0), "memory" text NULL CHECK ((JSON_VALID("memory") OR "memory" IS NULL)), "as_of" date NULL, "played" integer unsigned NOT NULL CHECK ("played" >= 0), "won" integer unsigned NOT NULL CHECK ("won" >= 0), "drawn" integer unsigned NOT NULL CHECK ("drawn" >= 0), "lost" integer unsigned NOT NULL CHECK ("lost" >= 0), "died" integer unsigned NOT NULL CHECK ("died" >= 0), "last_change" real NULL, "board_id" bigint NOT NULL REFERENCES "ladder_board" ("id") DEFERRABLE INITIALLY DEFERRED, "last_match_id" bigint NULL REFERENCES "ladder_match" ("id") DEFERRABLE INITIALLY DEFERRED, "player_id" bigint NOT NULL REFERENCES "players_player" ("id") DEFERRABLE INITIALLY DEFERRED, "form" varchar(5) NOT NULL, "active_at" datetime NULL, CONSTRAINT "one_standing_per_player_and_board" UNIQUE ("board_id", "player_id"));
CREATE TABLE "ladder_import" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "by_name" varchar(150) NOT NULL, "at" datetime NOT NULL, "file" varchar(200) NOT NULL, "by_id" integer NULL REFERENCES "auth_user" ("id") DEFERRABLE INITIALLY DEFERRED, "season_id" bigint NOT NULL REFERENCES "ladder_season" ("id") DEFERRABLE INITIALLY DEFERRED, "taken_back_id" bigint NULL REFERENCES "ladder_event" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "ladder_import_players" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "import_id" bigint NOT NULL REFERENCES "ladder_import" ("id") DEFERRABLE INITIALLY DEFERRED, "player_id" bigint NOT NULL REFERENCES "players_player" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "ladder_firststep" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "key" varchar(10) NOT NULL UNIQUE, "at" datetime NOT NULL);
CREATE TABLE "ladder_ratingshift" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "before_points" real NOT NULL, "before_experience" integer unsigned NOT NULL CHECK ("before_experience" >= 0), "before_memory" text NULL CHECK ((JSON_VALID("before_memory") OR "before_memory" IS NULL)), "before_as_of" date NULL, "after_points" real NOT NULL, "after_experience" integer unsigned NOT NULL CHECK ("after_experience" >= 0), "after_memory" text NULL CHECK ((JSON_VALID("after_memory") OR "after_memory" IS NULL)), "after_as_of" date NULL, "board_id" bigint NOT NULL REFERENCES "ladder_board" ("id") DEFERRABLE INITIALLY DEFERRED, "match_id" bigint NOT NULL REFERENCES "ladder_match" ("id") DEFERRABLE INITIALLY DEFERRED, "player_id" bigint NOT NULL REFERENCES "players_player" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_shift_per_match_board_and_player" UNIQUE ("match_id", "board_id", "player_id"));
CREATE TABLE "ladder_participant" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "seat" smallint unsigned NOT NULL CHECK ("seat" >= 0), "score" real NULL, "exit" varchar(12) NOT NULL, "round" smallint unsigned NULL CHECK ("round" >= 0), "place" smallint unsigned NULL CHECK ("place" >= 0), "match_id" bigint NOT NULL REFERENCES "ladder_match" ("id") DEFERRABLE INITIALLY DEFERRED, "player_id" bigint NOT NULL REFERENCES "players_player" ("id") DEFERRABLE INITIALLY DEFERRED, "side" smallint unsigned NOT NULL CHECK ("side" >= 0), CONSTRAINT "participant_has_a_seat" UNIQUE ("match_id", "seat"), CONSTRAINT "participant_score_is_known" CHECK (("score" IS NULL OR "score" IN (0.0, 0.5, 1.0))));
CREATE TABLE "ladder_match" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "kind" varchar(20) NOT NULL, "played_at" datetime NOT NULL, "started_at" datetime NULL, "facts" text NOT NULL CHECK ((JSON_VALID("facts") OR "facts" IS NULL)), "status" varchar(10) NOT NULL, "sequence" bigint unsigned NOT NULL CHECK ("sequence" >= 0), "revision" integer unsigned NOT NULL CHECK ("revision" >= 0), "form_key" char(32) NULL UNIQUE, "source_key" varchar(64) NULL, "recorded_at" datetime NOT NULL, "reported_by_id" integer NULL REFERENCES "auth_user" ("id") DEFERRABLE INITIALLY DEFERRED, "season_id" bigint NOT NULL REFERENCES "ladder_season" ("id") DEFERRABLE INITIALLY DEFERRED, "confirm_by" datetime NULL, "at_venue" bool DEFAULT 0 NOT NULL, "imported_in_id" bigint NULL REFERENCES "ladder_import" ("id") DEFERRABLE INITIALLY DEFERRED, "ending" varchar(10) DEFAULT '' NOT NULL, "games" varchar(1000) DEFAULT '' NOT NULL, CONSTRAINT "match_sequence_is_unique_in_its_season" UNIQUE ("season_id", "sequence"), CONSTRAINT "match_is_imported_once" UNIQUE ("season_id", "source_key"), CONSTRAINT "match_ends_after_it_began" CHECK (("started_at" IS NULL OR "started_at" <= ("played_at"))), CONSTRAINT "match_status_is_known" CHECK ("status" IN ('counted', 'void', 'pending')));
CREATE TABLE "ladder_board" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "system" varchar(40) NOT NULL, "options" text NOT NULL CHECK ((JSON_VALID("options") OR "options" IS NULL)), "position" smallint unsigned NOT NULL CHECK ("position" >= 0), "season_id" bigint NOT NULL REFERENCES "ladder_season" ("id") DEFERRABLE INITIALLY DEFERRED, "is_for_teams" bool DEFAULT 0 NOT NULL, CONSTRAINT "board_has_its_own_system" UNIQUE ("season_id", "system", "is_for_teams"));
CREATE TABLE "ladder_automaticbackups" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "busy_until" datetime NULL, "tried_at" datetime NULL, "made_at" datetime NULL, "file_name" varchar(80) NOT NULL, "size" bigint unsigned NOT NULL CHECK ("size" >= 0), "problem" varchar(300) NOT NULL, CONSTRAINT "automatic_backups_are_one_row" CHECK ("id" = 1));
CREATE TABLE "ladder_largetask" ("id" char(32) NOT NULL PRIMARY KEY, "kind" varchar(8) NOT NULL, "title" varchar(200) NOT NULL, "arguments" text NOT NULL CHECK ((JSON_VALID("arguments") OR "arguments" IS NULL)), "queued_as" char(32) NOT NULL, "asked_at" datetime NOT NULL, "ended_at" datetime NULL, "succeeded" bool NOT NULL, "said" varchar(1000) NOT NULL, "url" varchar(200) NOT NULL, "by_id" integer NULL REFERENCES "auth_user" ("id") DEFERRABLE INITIALLY DEFERRED, "ladder_id" bigint NULL REFERENCES "ladder_ladder" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "ladder_taskfilepart" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" integer unsigned NOT NULL CHECK ("number" >= 0), "content" BLOB NOT NULL, "task_id" char(32) NOT NULL REFERENCES "ladder_largetask" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_part_of_a_number" UNIQUE ("task_id", "number"));
CREATE TABLE "ladder_ladder" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "slug" varchar(50) NOT NULL UNIQUE, "name" varchar(80) NOT NULL, "reporters" varchar(10) NOT NULL, "version" bigint unsigned NOT NULL CHECK ("version" >= 0), "confirm_hours" smallint unsigned NULL CHECK ("confirm_hours" >= 0), "fix_minutes" integer unsigned NULL CHECK ("fix_minutes" >= 0), "answer_days" smallint unsigned NOT NULL CHECK ("answer_days" >= 0), "challenge_measure" varchar(10) NOT NULL, "challenge_reach" integer unsigned NULL CHECK ("challenge_reach" >= 0), "most_challenges" smallint unsigned NULL CHECK ("most_challenges" >= 0), "play_days" smallint unsigned NOT NULL CHECK ("play_days" >= 0), "rematch_days" smallint unsigned NULL CHECK ("rematch_days" >= 0), "counts_when_confirmed" bool NOT NULL, "is_demonstration" bool NOT NULL, "how_to_report" varchar(300) NOT NULL, "inactive_after" smallint unsigned NULL CHECK ("inactive_after" >= 0), "fewest_a_side" smallint unsigned DEFAULT 2 NOT NULL CHECK ("fewest_a_side" >= 0), "most_a_side" smallint unsigned DEFAULT 2 NOT NULL CHECK ("most_a_side" >= 0), "game" varchar(40) NOT NULL, "pair_day_limit" smallint unsigned NULL CHECK ("pair_day_limit" >= 0), "pair_week_limit" smallint unsigned NULL CHECK ("pair_week_limit" >= 0), "player_day_limit" smallint unsigned NULL CHECK ("player_day_limit" >= 0), "player_week_limit" smallint unsigned NULL CHECK ("player_week_limit" >= 0), "takes_handicaps" bool DEFAULT 0 NOT NULL, "score_rule" varchar(100) DEFAULT '' NOT NULL, "scores" varchar(10) DEFAULT 'none' NOT NULL, "match_lengths" varchar(40) DEFAULT '' NOT NULL, "past_version" bigint unsigned DEFAULT 0 NOT NULL CHECK ("past_version" >= 0), CONSTRAINT "reports_are_fixed_within_a_week" CHECK (("fix_minutes" IS NULL OR "fix_minutes" <= 10080)), CONSTRAINT "reports_are_confirmed_within_a_week" CHECK (("confirm_hours" IS NULL OR "confirm_hours" BETWEEN 1 AND 168)), CONSTRAINT "ladder_challenge_reach_in_range" CHECK (("challenge_reach" IS NULL OR "challenge_reach" BETWEEN 1 AND 100000)), CONSTRAINT "ladder_rematch_days_in_range" CHECK (("rematch_days" IS NULL OR "rematch_days" BETWEEN 1 AND 365)), CONSTRAINT "ladder_answer_days_in_range" CHECK (("answer_days" IS NULL OR "answer_days" BETWEEN 1 AND 365)), CONSTRAINT "ladder_play_days_in_range" CHECK (("play_days" IS NULL OR "play_days" BETWEEN 1 AND 365)), CONSTRAINT "ladder_most_challenges_in_range" CHECK (("most_challenges" IS NULL OR "most_challenges" BETWEEN 1 AND 100)), CONSTRAINT "ladder_challenge_measure_is_known" CHECK ("challenge_measure" IN ('places', 'rating')), CONSTRAINT "what_waits_has_its_hours" CHECK (("counts_when_confirmed" = 0 OR "confirm_hours" IS NOT NULL)), CONSTRAINT "ladder_inactive_after_in_range" CHECK (("inactive_after" IS NULL OR "inactive_after" BETWEEN 1 AND 3650)), CONSTRAINT "ladder_side_sizes_in_range" CHECK (("fewest_a_side" >= 1 AND "fewest_a_side" <= ("most_a_side") AND "most_a_side" <= 6)), CONSTRAINT "ladder_pair_day_limit_in_range" CHECK (("pair_day_limit" IS NULL OR "pair_day_limit" BETWEEN 1 AND 100)), CONSTRAINT "ladder_pair_week_limit_in_range" CHECK (("pair_week_limit" IS NULL OR "pair_week_limit" BETWEEN 1 AND 100)), CONSTRAINT "ladder_player_day_limit_in_range" CHECK (("player_day_limit" IS NULL OR "player_day_limit" BETWEEN 1 AND 100)), CONSTRAINT "ladder_player_week_limit_in_range" CHECK (("player_week_limit" IS NULL OR "player_week_limit" BETWEEN 1 AND 100)), CONSTRAINT "ladder_scores_are_known" CHECK ("scores" IN ('none', 'allowed', 'required')));
CREATE TABLE "ladder_party" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "joined_at" datetime NULL, "challenge_id" bigint NOT NULL REFERENCES "ladder_challenge" ("id") DEFERRABLE INITIALLY DEFERRED, "player_id" bigint NOT NULL REFERENCES "players_player" ("id") DEFERRABLE INITIALLY DEFERRED, "asked_off_at" datetime NULL, "side" smallint unsigned NOT NULL CHECK ("side" >= 0), CONSTRAINT "challenge_names_everybody_once" UNIQUE ("challenge_id", "player_id"), CONSTRAINT "party_side_is_known" CHECK ("side" IN (0, 1, 2)));
CREATE INDEX "cache_expires" ON "cache" ("expires");
CREATE INDEX "players_formername_key_0a4c36d6" ON "players_formername" ("key");
CREATE INDEX "players_formername_player_id_6d2ed16c" ON "players_formername" ("player_id");
CREATE INDEX "players_notice_player_id_957bd880" ON "players_notice" ("player_id");
CREATE INDEX "unread_notices" ON "players_notice" ("player_id") WHERE "read_at" IS NULL;
CREATE INDEX "notices_to_mail" ON "players_notice" ("at") WHERE "mail_due" = 1;
CREATE INDEX "players_claim_player_id_e9b4f31e" ON "players_claim" ("player_id");
CREATE UNIQUE INDEX "player_has_one_open_invitation" ON "players_invitation" ("player_id") WHERE "used_at" IS NULL;
CREATE INDEX "players_invitation_made_by_id_3ddb79a2" ON "players_invitation" ("made_by_id");
CREATE INDEX "players_invitation_player_id_40855eb8" ON "players_invitation" ("player_id");
CREATE INDEX "players_player_merged_into_id_eeb5aa4d" ON "players_player" ("merged_into_id");
CREATE INDEX "unread_by_page" ON "players_notice" ("url") WHERE "read_at" IS NULL;
CREATE INDEX "players_setasideaccount_stays_id_4ed2691a" ON "players_setasideaccount" ("stays_id");
CREATE INDEX "ladder_matchrevision_by_id_381a33af" ON "ladder_matchrevision" ("by_id");
CREATE INDEX "ladder_matchrevision_match_id_d85349af" ON "ladder_matchrevision" ("match_id");
CREATE INDEX "ladder_opening_board_id_51748947" ON "ladder_opening" ("board_id");
CREATE INDEX "ladder_opening_player_id_60bf94e8" ON "ladder_opening" ("player_id");
CREATE INDEX "ladder_season_slug_2a7d151b" ON "ladder_season" ("slug");
CREATE INDEX "ladder_season_ladder_id_d2a9fcab" ON "ladder_season" ("ladder_id");
CREATE INDEX "ladder_season_winner_id_d1d6acda" ON "ladder_season" ("winner_id");
CREATE INDEX "disputes" ON "ladder_matchrevision" ("match_id", "number") WHERE "verb" = 'dispute';
CREATE INDEX "ladder_role_ladder_id_a5dd2e1b" ON "ladder_role" ("ladder_id");
CREATE INDEX "ladder_role_user_id_182e78e8" ON "ladder_role" ("user_id");
CREATE INDEX "ladder_venuecode_made_by_id_73fe9b9f" ON "ladder_venuecode" ("made_by_id");
CREATE INDEX "ladder_challenge_by_id_47502bfb" ON "ladder_challenge" ("by_id");
CREATE INDEX "ladder_challenge_season_id_71cfacf8" ON "ladder_challenge" ("season_id");
CREATE INDEX "challenges_of_a_season" ON "ladder_challenge" ("season_id", "status");
CREATE INDEX "ladder_event_by_id_b340baf4" ON "ladder_event" ("by_id");
CREATE INDEX "ladder_event_into_id_60fdda1f" ON "ladder_event" ("into_id");
CREATE INDEX "ladder_event_ladder_id_67c30a05" ON "ladder_event" ("ladder_id");
CREATE INDEX "ladder_event_player_id_e40cf6de" ON "ladder_event" ("player_id");
CREATE INDEX "ladder_event_season_id_42e6082f" ON "ladder_event" ("season_id");
CREATE INDEX "ladder_adjustment_player_id_c16e60d6" ON "ladder_adjustment" ("player_id");
CREATE INDEX "ladder_adjustment_board_id_cbe7a261" ON "ladder_adjustment" ("board_id");
CREATE INDEX "ladder_adjustment_revision_id_e59b5063" ON "ladder_adjustment" ("revision_id");
CREATE INDEX "moved_by_events" ON "ladder_adjustment" ("event_id") WHERE "event_id" IS NOT NULL;
CREATE INDEX "ladder_standing_player_id_d2db0edb" ON "ladder_standing" ("player_id");
CREATE INDEX "ladder_import_by_id_7d1552f8" ON "ladder_import" ("by_id");
CREATE INDEX "ladder_import_season_id_3d75b994" ON "ladder_import" ("season_id");
CREATE INDEX "ladder_import_taken_back_id_dbb4daa2" ON "ladder_import" ("taken_back_id");
CREATE UNIQUE INDEX "ladder_import_players_import_id_player_id_53d6382e_uniq" ON "ladder_import_players" ("import_id", "player_id");
CREATE INDEX "ladder_import_players_import_id_70ede347" ON "ladder_import_players" ("import_id");
CREATE INDEX "ladder_import_players_player_id_595972e6" ON "ladder_import_players" ("player_id");
CREATE INDEX "said_by_moment" ON "ladder_matchrevision" ("at") WHERE NOT ("verb" = 'import');
CREATE INDEX "ladder_ratingshift_board_id_4638c166" ON "ladder_ratingshift" ("board_id");
CREATE INDEX "ladder_ratingshift_player_id_e6fb4922" ON "ladder_ratingshift" ("player_id");
CREATE INDEX "ladder_participant_match_id_d0ef9ed3" ON "ladder_participant" ("match_id");
CREATE INDEX "played_by" ON "ladder_participant" ("player_id", "match_id");
CREATE INDEX "ladder_match_reported_by_id_36c33e68" ON "ladder_match" ("reported_by_id");
CREATE INDEX "ladder_match_season_id_4950e238" ON "ladder_match" ("season_id");
CREATE INDEX "match_order" ON "ladder_match" ("season_id", "played_at", "sequence");
CREATE INDEX "pending_matches" ON "ladder_match" ("confirm_by") WHERE "status" = 'pending';
CREATE INDEX "imported_matches" ON "ladder_match" ("imported_in_id") WHERE "imported_in_id" IS NOT NULL;
CREATE INDEX "ladder_board_season_id_df2ede1d" ON "ladder_board" ("season_id");
CREATE INDEX "tasks_to_do" ON "ladder_largetask" ("asked_at") WHERE "ended_at" IS NULL;
CREATE INDEX "ladder_largetask_by_id_000c831d" ON "ladder_largetask" ("by_id");
CREATE INDEX "ladder_largetask_ladder_id_d8dd6dfc" ON "ladder_largetask" ("ladder_id");
CREATE INDEX "ladder_taskfilepart_task_id_c86af4d5" ON "ladder_taskfilepart" ("task_id");
CREATE INDEX "standings_in_order" ON "ladder_standing" ("board_id", "points", "player_id", "active_at");
CREATE INDEX "ladder_party_challenge_id_f737a192" ON "ladder_party" ("challenge_id");
CREATE INDEX "ladder_party_player_id_b331e37e" ON "ladder_party" ("player_id");
CREATE INDEX "players_who_may_be_away" ON "players_player" ("id") WHERE ("retired_on" IS NOT NULL OR "sits_out_until" IS NOT NULL OR "erased_at" IS NOT NULL);
INSERT INTO django_migrations (app, name, applied) VALUES
  ('ladder', '0001_first', '2026-11-24 12:00:00'),
  ('ladder', '0002_enter_the_ledger_by_participant', '2026-11-24 12:00:00'),
  ('ladder', '0003_let_members_put_results_right', '2026-11-24 12:00:00'),
  ('ladder', '0004_roles', '2026-11-24 12:00:00'),
  ('ladder', '0005_challenges', '2026-11-24 12:00:00'),
  ('ladder', '0006_pending_matches', '2026-11-24 12:00:00'),
  ('ladder', '0007_one_index_for_what_is_pending', '2026-11-24 12:00:00'),
  ('ladder', '0008_venue', '2026-11-24 12:00:00'),
  ('ladder', '0009_mark_the_demonstration', '2026-11-24 12:00:00'),
  ('ladder', '0010_call_challenges_off', '2026-11-24 12:00:00'),
  ('ladder', '0011_events', '2026-11-24 12:00:00'),
  ('ladder', '0012_form_of_a_standing', '2026-11-24 12:00:00'),
  ('ladder', '0013_imports', '2026-11-24 12:00:00'),
  ('ladder', '0014_tell_of_time_zones', '2026-11-24 12:00:00'),
  ('ladder', '0015_leave_room_in_the_ledger', '2026-11-24 12:00:00'),
  ('ladder', '0016_find_what_was_said_since', '2026-11-24 12:00:00'),
  ('ladder', '0017_keep_what_a_dispute_proposes', '2026-11-24 12:00:00'),
  ('ladder', '0018_say_that_an_address_is_taken', '2026-11-24 12:00:00'),
  ('ladder', '0019_say_what_an_import_moved', '2026-11-24 12:00:00'),
  ('ladder', '0020_find_what_a_player_played', '2026-11-24 12:00:00'),
  ('ladder', '0021_say_it_plainly', '2026-11-24 12:00:00'),
  ('ladder', '0022_first_steps', '2026-11-24 12:00:00'),
  ('ladder', '0023_say_how_to_report', '2026-11-24 12:00:00'),
  ('ladder', '0024_say_how_long_a_report_can_be_fixed', '2026-11-24 12:00:00'),
  ('ladder', '0025_void_reports', '2026-11-24 12:00:00'),
  ('ladder', '0026_give_ranks_to_active_players', '2026-11-24 12:00:00'),
  ('ladder', '0027_say_when_a_rank_is_lost', '2026-11-24 12:00:00'),
  ('ladder', '0028_call_open_challenges_not_answered_yet', '2026-11-24 12:00:00'),
  ('ladder', '0029_keep_whom_a_match_moved', '2026-11-24 12:00:00'),
  ('ladder', '0030_say_who_played_together', '2026-11-24 12:00:00'),
  ('ladder', '0031_keep_the_score_of_a_match', '2026-11-24 12:00:00'),
  ('ladder', '0032_say_how_many_play_on_a_side', '2026-11-24 12:00:00'),
  ('ladder', '0033_name_the_game', '2026-11-24 12:00:00'),
  ('ladder', '0034_limit_rated_matches', '2026-11-24 12:00:00'),
  ('ladder', '0035_let_players_agree_on_handicaps', '2026-11-24 12:00:00'),
  ('ladder', '0036_say_what_settings_do', '2026-11-24 12:00:00'),
  ('ladder', '0037_choose_how_matches_are_scored', '2026-11-24 12:00:00'),
  ('ladder', '0038_let_a_system_rate_singles_and_teams', '2026-11-24 12:00:00'),
  ('ladder', '0039_remember_automatic_backups', '2026-11-24 12:00:00'),
  ('ladder', '0040_set_the_usual_match_lengths', '2026-11-24 12:00:00'),
  ('ladder', '0041_large_tasks', '2026-11-24 12:00:00'),
  ('ladder', '0042_know_when_the_past_changed', '2026-11-24 12:00:00'),
  ('ladder', '0043_rank_very_many_players', '2026-11-24 12:00:00'),
  ('ladder', '0044_challenge_sides', '2026-11-24 12:00:00'),
  ('ladder', '0045_words_of_settings', '2026-11-24 12:00:00'),
  ('players', '0001_first', '2026-11-24 12:00:00'),
  ('players', '0002_cache_table', '2026-11-24 12:00:00'),
  ('players', '0003_rename_retire_and_merge', '2026-11-24 12:00:00'),
  ('players', '0004_club', '2026-11-24 12:00:00'),
  ('players', '0005_outbox', '2026-11-24 12:00:00'),
  ('players', '0006_club_time_zone', '2026-11-24 12:00:00'),
  ('players', '0007_notices', '2026-11-24 12:00:00'),
  ('players', '0008_invitations', '2026-11-24 12:00:00'),
  ('players', '0009_nickname_and_hidden', '2026-11-24 12:00:00'),
  ('players', '0010_erased_players', '2026-11-24 12:00:00'),
  ('players', '0011_seal_second_factors', '2026-11-24 12:00:00'),
  ('players', '0012_find_notices_by_their_page', '2026-11-24 12:00:00'),
  ('players', '0013_store_addresses', '2026-11-24 12:00:00'),
  ('players', '0014_say_it_plainly', '2026-11-24 12:00:00'),
  ('players', '0015_set_aside_accounts', '2026-11-24 12:00:00'),
  ('players', '0016_try_mail_again', '2026-11-24 12:00:00'),
  ('players', '0017_find_who_may_be_away', '2026-11-24 12:00:00');
