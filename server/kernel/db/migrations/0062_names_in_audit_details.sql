-- An erasure may take one person from a list that a detail of an entry names: the others stay.
CREATE OR REPLACE FUNCTION refuse_changed_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('lectern.audit_retention', true) = 'on'
    AND OLD.at < now() - interval '30 days' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND current_setting('lectern.audit_erasure', true) = 'on'
    AND (NEW.id, NEW.organization_id, NEW.at, NEW.action, NEW.actor_kind)
      = (OLD.id, OLD.organization_id, OLD.at, OLD.action, OLD.actor_kind)
    AND (NEW.actor_id = OLD.actor_id) IS NOT FALSE AND (NEW.target_id = OLD.target_id) IS NOT FALSE
    AND (NEW.api_key_id = OLD.api_key_id) IS NOT FALSE AND (NEW.api_key_name = OLD.api_key_name) IS NOT FALSE
    AND (NEW.actor_email = OLD.actor_email) IS NOT FALSE AND NEW.actor_name IN ('', OLD.actor_name)
    AND (NEW.target_name IN ('', OLD.target_name)) IS NOT FALSE
    AND NEW.address IN ('', OLD.address) AND NEW.user_agent IN ('', OLD.user_agent)
    AND NOT EXISTS (
      SELECT FROM jsonb_each_text(NEW.details) d
      WHERE (string_to_array(d.value, ', ') <@ string_to_array(OLD.details ->> d.key, ', ')) IS NOT TRUE
    ) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
