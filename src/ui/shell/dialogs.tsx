import { Dialog as ChakraDialog, chakra, Flex, Portal, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { FEEDBACK_MAX } from '../../services/contract/installation.ts'
import { ORGANIZATION_DESCRIPTION_MAX, ORGANIZATION_NAME_MAX } from '../../services/contract/organizations.ts'
import { t } from '../../texts/t.ts'
import { useActors } from '../actors.ts'
import { UpgradeDialog } from '../billing/upgrade-dialog.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../parts/dialog.tsx'
import { TextField } from '../parts/form.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Picker, usePicked } from '../parts/picker.tsx'
import { useReturnFocus } from '../parts/use-return-focus.ts'
import { useSwipe } from '../parts/use-swipe.ts'
import { useShell } from '../shell-actors.ts'
import { useWorkspace } from '../workspace.ts'
import { type Commands, useContentSearch, useThings } from './commands.ts'
import { Keys } from './keys.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { Sidebar } from './sidebar.tsx'
import { withKeys } from './use-shortcuts.ts'

/** Overlays that any screen can have. */
export const Dialogs = ({ commands }: { commands: Commands }) => (
  <>
    <Drawer commands={commands} />
    <CreateOrganizationDialog />
    <UpgradeDialog />
    <LeaveDialog />
    <CommandPalette commands={commands} />
    <ShortcutsSheet commands={commands} />
    <FeedbackDialog />
  </>
)

/** Below 768 px, the sidebar slides over the content (S2.24). */
function Drawer({ commands }: { commands: Commands }) {
  const { sidebar } = useActors()
  const open = useSelector(sidebar, (snapshot) => snapshot.matches({ drawer: 'open' }))
  useReturnFocus(open)
  const close = () => sidebar.send({ type: 'drawer.closed' })
  return (
    <ChakraDialog.Root open={open} onOpenChange={close} restoreFocus={false} lazyMount unmountOnExit>
      <Portal>
        <ChakraDialog.Backdrop />
        <ChakraDialog.Positioner p="0" justifyContent="flex-start" alignItems="stretch">
          <ChakraDialog.Content
            {...useSwipe('start', close)}
            touchAction="pan-y"
            aria-label={t('Menu')}
            width="drawer"
            height="100dvh"
            borderRadius="0"
            overflow="hidden"
          >
            <Sidebar collapsed={false} commands={commands} />
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  )
}

/** S1.3 */
export const FeedbackDialog = () => (
  <FormDialog
    actor={useShell().feedback}
    title={t('Send feedback')}
    description={t('Your message goes to the people who run this installation, with the page you are on.')}
    submit={t('Send')}
    busy={t('Sending...')}
  >
    <TextField name="message" label={t('Your feedback')} rows={5} maxLength={FEEDBACK_MAX} required />
  </FormDialog>
)

/** The keyboard shortcuts, opened with `?`. */
function ShortcutsSheet({ commands }: { commands: Commands }) {
  const { shortcuts } = useShell()
  const open = useSelector(shortcuts, ({ context }) => context)
  const close = () => shortcuts.send({ type: 'shortcuts.closed' })
  return (
    <Dialog open={open} locked={false} title={t('Keyboard shortcuts')} size="md" onClose={close}>
      <DialogBody>
        <chakra.dl>
          {withKeys(commands).map(({ id, label, keys }) => (
            <Flex key={id} justify="space-between" gap="4" py="2" borderBottom="1px solid" borderColor="rule">
              <chakra.dt fontSize="md">{label}</chakra.dt>
              <chakra.dd>
                <Keys keys={keys} />
              </chakra.dd>
            </Flex>
          ))}
        </chakra.dl>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>{t('Close')}</Button>
      </DialogFooter>
    </Dialog>
  )
}

/** S2.40 to S2.44 */
export const CreateOrganizationDialog = () => (
  <FormDialog
    actor={useWorkspace().createOrganization}
    title={t('Create New Organization')}
    submit={t('Create Organization')}
    busy={t('Creating...')}
    size="lg"
  >
    <TextField
      name="name"
      label={t('Organization Name')}
      autoComplete="organization"
      maxLength={ORGANIZATION_NAME_MAX}
      required
    />
    <TextField
      name="description"
      label={t('Description')}
      rows={3}
      maxLength={ORGANIZATION_DESCRIPTION_MAX}
    />
  </FormDialog>
)

/** All destinations and actions, found by name; and past questions, by their words. */
function CommandPalette({ commands }: { commands: Commands }) {
  const { palette } = useShell()
  const open = useSelector(palette, (picker) => picker.hasTag('open'))
  useReturnFocus(open)
  const things = useThings()
  const found = useContentSearch(useSelector(palette, ({ context }) => context.query.trim()))
  const options = useMemo(() => {
    const { offered, screens, account, themes, palette: _itself, ...actions } = commands
    return [...offered, ...things, ...screens, ...account, ...Object.values(actions), ...themes, ...found]
  }, [commands, things, found])
  usePicked(palette, (id) => options.find((option) => option.id === id)?.run())
  return (
    <ChakraDialog.Root
      open={open}
      onOpenChange={() => palette.send({ type: 'picker.closed' })}
      restoreFocus={false}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <ChakraDialog.Backdrop />
        <ChakraDialog.Positioner alignItems={{ base: 'flex-start', md: 'flex-start' }} pt={{ md: '20' }}>
          <ChakraDialog.Content aria-label={t('Search everything')} bg="raised" overflow="hidden">
            <Picker
              actor={palette}
              label={t('Search everything')}
              placeholder={t('Search pages and actions')}
              nothing={t('No matches.')}
              options={options}
            >
              {({ icon: Icon, label, keys }) => (
                <>
                  <Icon aria-hidden />
                  <Text as="span" flex="1" truncate dir="auto">
                    {label}
                  </Text>
                  {keys && <Keys keys={keys} />}
                </>
              )}
            </Picker>
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  )
}
