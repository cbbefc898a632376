-- The spelling of the locale that every version of ICU reads. A PostgreSQL that was built without ICU sorts by bytes.
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_collation WHERE collprovider = 'i') THEN
    CREATE COLLATION "by_name" (provider = icu, locale = 'und@colNumeric=yes');
  ELSE
    CREATE COLLATION "by_name" FROM "C";
  END IF;
END $$;
