import { Box } from '@chakra-ui/react'
import { useSwipe } from './use-swipe.ts'

/** On a phone, a dialog is a sheet; a finger pulls it down by this handle. */
export const SheetHandle = ({ onClose }: { onClose: () => void }) => (
  <Box
    {...useSwipe('bottom', onClose)}
    aria-hidden
    hideFrom="md"
    flexShrink={0}
    height="7"
    mb="-5"
    position="relative"
    touchAction="none"
    _before={{
      content: '""',
      position: 'absolute',
      insetInlineStart: '50%',
      top: '2.5',
      width: '9',
      height: '1',
      marginInlineStart: '-4.5',
      borderRadius: 'full',
      bg: 'rule.2',
    }}
  />
)
