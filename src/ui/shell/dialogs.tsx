import { Dialog as ChakraDialog, Portal } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { t } from '../../texts/t.ts'
import { useActors } from '../actors.ts'
import { UpgradeDialog } from '../billing/upgrade-dialog.tsx'
import { useOpener } from '../parts/use-opener.ts'
import { useSwipe } from '../parts/use-swipe.ts'
import { CommandPalette } from './command-palette.tsx'
import type { Commands } from './commands.ts'
import { CreateOrganizationDialog } from './create-organization-dialog.tsx'
import { FeedbackDialog } from './feedback-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { ShortcutsSheet } from './shortcuts-sheet.tsx'
import { Sidebar } from './sidebar.tsx'

/** What any screen can be covered by. */
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

/** Below 768 px the sidebar comes over the content (S2.24). */
function Drawer({ commands }: { commands: Commands }) {
  const { sidebar } = useActors()
  const open = useSelector(sidebar, (snapshot) => snapshot.matches({ drawer: 'open' }))
  const openerOf = useOpener(open)
  const close = () => sidebar.send({ type: 'drawer.closed' })
  return (
    <ChakraDialog.Root open={open} onOpenChange={close} finalFocusEl={openerOf} lazyMount unmountOnExit>
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
