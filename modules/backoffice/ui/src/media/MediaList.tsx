import { Box } from '@mui/material';
import { useRefresh, useTranslate } from 'react-admin';
import { may } from '../providers';
import { CommandButton } from '../ui/CommandButton';
import { ListPage } from '../ui/ListPage';
import { PictureDrop } from '../ui/PictureDrop';
import { Time } from '../ui/Time';
import type { Media } from './upload';

/** The pictures that were uploaded. */
export default function MediaList() {
  const translate = useTranslate();
  const refresh = useRefresh();
  const remove = (m: Media) => may('products:write') && (
    <CommandButton
      text="media.remove" values={{ name: m.name }} path={`/v1/admin/media/${m.id}`} method="DELETE" danger
      onDone={refresh} onRefused={refresh}
    />
  );
  return (
    <>
      {may('products:write') && <Box sx={{ mt: 2 }}><PictureDrop onUploaded={refresh} /></Box>}
      <ListPage<Media>
        title={translate('media.title')}
        search={translate('media.search')}
        empty={translate('media.empty')}
        columns={[
          { name: 'picture', label: translate('media.picture'), show: (m) => <Thumbnail of={m} /> },
          { name: 'name', label: translate('ui.words.name'), show: (m) => <a href={m.url} target="_blank" rel="noreferrer">{m.name}</a> },
          { name: 'size', label: translate('media.size'), show: size },
          { name: 'createdAt', label: translate('media.uploaded'), show: (m) => <Time at={m.createdAt} /> },
          { name: 'commands', label: translate('ui.list.actions'), align: 'right', show: remove },
        ]}
        small={(m) => ({ first: <><Thumbnail of={m} /> {m.name}</>, second: size(m), right: remove(m) })}
      />
    </>
  );
}

const size = (m: Media) => `${m.width} × ${m.height}, ${Math.ceil(m.bytes / 1024)} KiB`;

function Thumbnail({ of }: { of: Media }) {
  return <img src={of.renditions[0]?.url ?? of.url} alt="" height={60} loading="lazy" />;
}
