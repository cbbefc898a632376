/** Fetched together, by over-page.tsx. */
export { Dialogs } from './dialogs.tsx'
export { LeaveDialog } from './leave-dialog.tsx'
export { NotificationPanel } from './notifications/notification-panel.tsx'
export { OrganizationPicker } from './organization-picker.tsx'
export { UserMenu } from './user-menu.tsx'
