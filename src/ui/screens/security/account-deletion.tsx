import { Stack, Text } from '@chakra-ui/react'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { listed } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'
import { Section } from '../../parts/section.tsx'
import { useViewActor } from '../../view-actor.ts'
import { useResource, useResourceData } from '../../workspace.ts'
import { useSecurityMachines } from './machines.ts'

const quoted = (organizations: readonly { name: string }[]) =>
  listed(organizations.map(({ name }) => `“${name}”`))

/** The end of the account; not while others would be left without an owner. */
export function AccountDeletion() {
  const form = useViewActor(useSecurityMachines().deleteAccount)
  const deletion = useResourceData(useResource('deletion', {}))
  const { blocked_by = [], deletes = [] } = deletion ?? {}
  return (
    <Section
      title="Delete your account"
      lead="Your profile, devices and API keys go with it. What you made for an organization stays with it."
      action={
        <Button
          variant="danger"
          disabled={deletion === null || blocked_by.length > 0}
          onClick={() => form.send({ type: 'form.opened' })}
        >
          Delete account
        </Button>
      }
    >
      {blocked_by.length > 0 && (
        <Notice tone="caution">
          You are the last owner of {quoted(blocked_by)}, which others use. Make somebody else an owner, or
          switch to it and delete it under Settings, Organization.
        </Notice>
      )}
      <FormDialog
        actor={form}
        title="Delete your account?"
        description="This cannot be undone."
        submit="Delete my account"
        busy="Deleting…"
      >
        <Stack gap="4">
          {deletes.length > 0 && (
            <Text>Nobody else is in {quoted(deletes)}: with everything in it, it is deleted as well.</Text>
          )}
          <TextField
            name="password"
            label="Your password"
            type="password"
            autoComplete="current-password"
            autoFocus
          />
        </Stack>
      </FormDialog>
    </Section>
  )
}
