import '@mantine/core/styles.layer.css';
import '@mantine/dates/styles.layer.css';
