CREATE TABLE "payment_ends" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL
);
