import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Pattern;

public class Java {
    public static void main(String[] args) throws Exception {
        var url = "https://dakiya.example/api/v1/messages"
            + "?status=delivered&limit=50";
        var client = HttpClient.newHttpClient();
        var after = "";

        while (true) {
            var request = HttpRequest.newBuilder(URI.create(url + after))
                .header("x-api-id", "dk_your_api_id")
                .header("x-api-key", "sk_your_api_key")
                .build();

            var response = client.send(request, BodyHandlers.ofString());
            var page = response.body();
            System.out.println(page);
            if (response.statusCode() >= 400) System.exit(1);
            if (!page.contains("\"hasMore\":true")) break;

            // The next page begins after the last message of this one.
            var ids = Pattern.compile("\"_id\":\"(.*?)\"").matcher(page);
            while (ids.find()) after = "&after=" + ids.group(1);
        }
    }
}
